import { decodeText } from '../../../encoding/decode-text.ts';
import { ReadError } from '../../../model/read-error.ts';
import { readWorkbook, type Workbook } from './read-workbook.ts';

/** Rows of the largest sheet there is; columns and spans are fewer. */
const MOST = 1_048_576;
/** All spans of a workbook together. */
const MOST_SPANNED = 4 * MOST;
const PLACES = /\b(Index|Span|MergeAcross|MergeDown)\s*=\s*(?:"([^"]*)"|'([^']*)')/g;

/**
 * Reads a workbook in the XML of Excel 2003. Its rows, columns and merged cells say where they stand by numbers, and the library
 * makes room for all before them; so the numbers are looked at first.
 * @throws ReadError `damaged_file`
 */
export async function readXmlWorkbook(bytes: Uint8Array): Promise<Workbook> {
  const declared = /^<\?xml\b[^>]*?\sencoding\s*=\s*["']([\w-]+)/.exec(Buffer.from(bytes.subarray(0, 200)).toString('latin1'))?.[1];
  const { text } = decodeText(bytes, declared);
  let spanned = 0;
  for (const [, name, quoted, apostrophed] of text.matchAll(PLACES)) {
    const number = placeOf((quoted ?? apostrophed ?? '').trim());
    if (name !== 'Index') spanned += number;
    if (number > MOST || spanned > MOST_SPANNED) {
      throw new ReadError(
        'damaged_file',
        'The workbook says that its cells stand where no sheet reaches. Save it again and try once more.',
      );
    }
  }
  return readWorkbook(new TextEncoder().encode(text.replace(/^(<\?xml\b[^>]*?)\s+encoding\s*=\s*(?:"[^"]*"|'[^']*')/, '$1')));
}

/** The number a value may be taken for, in any way; what hides it in entities is beyond any. */
function placeOf(value: string): number {
  if (value.startsWith('&')) return Number.POSITIVE_INFINITY;
  return Math.max(Number(value) || 0, Number.parseInt(value, 10) || 0);
}
