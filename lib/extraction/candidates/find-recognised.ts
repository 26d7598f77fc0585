import { findCheckedCodes } from '../recognisers/find-checked-codes.ts';
import { findMrz } from '../recognisers/find-mrz.ts';
import { parseBarcode } from '../recognisers/parse-barcode.ts';
import type { RecognisedValue } from '../recognisers/recognised-value.ts';
import { type DocumentView, textOfTokens } from '../view/document-view.ts';
import type { PageView } from '../view/page-view.ts';
import type { Candidate } from './candidate.ts';
import type { PageStream } from './page-stream.ts';
import { findSpelling } from './printed-spelling.ts';

type Place = Pick<Candidate, 'ranges' | 'segment' | 'box'>;

function candidateOf(page: number, place: Place, value: RecognisedValue): Candidate {
  const { labels, kind, text, currency, proof } = value;
  return {
    ...{ kind, text, page, ...place },
    value: value.value,
    ...(currency ? { currency, decimals: 2 } : {}),
    strength: 1,
    origin: 'recogniser',
    statedLabels: labels,
    proof,
  };
}

/**
 * What recognisers read on a page: machine-readable zones and barcodes by their standards, and codes with right check digits in running
 * text. Each carries its plain English labels.
 * @param printed ISO dates printed on the page with their century
 */
export function findRecognised(view: DocumentView, page: PageView, stream: PageStream, printed: ReadonlySet<string>): Candidate[] {
  const out: Candidate[] = [];
  const lines = linesOf(view, page);
  for (const value of findMrz(
    lines.map(([start, end]) => textOfTokens(view, start, end)),
    printed,
  )) {
    const line = lines[value.line];
    // Print that says the same bears out what no check digit does, and spells names as they are.
    const isOpen = typeof value.value === 'string' && (value.proof === 'beside' || value.proof === 'repaired');
    const spelling = isOpen ? findSpelling(view, page, String(value.value)) : null;
    if (spelling) {
      const { range, text } = spelling;
      const printed = { ...value, text, value: text, proof: 'checked' as const };
      out.push(candidateOf(page.index, { ranges: [range], segment: -1 }, printed));
    } else if (line) out.push(candidateOf(page.index, { ranges: [line], segment: -1 }, value));
  }
  for (const barcode of page.page.barcodes ?? [])
    for (const value of parseBarcode(barcode.text)) out.push(candidateOf(page.index, { ranges: [], segment: -1, box: barcode.box }, value));
  for (const { start, end, ...code } of findCheckedCodes(stream.text)) {
    const range = stream.tokensAt(start, end);
    const segment = view.tokens[range[0]]?.segment;
    if (segment !== undefined) out.push({ ...candidateOf(page.index, { ranges: [range], segment }, code), origin: 'pattern' });
  }
  return out;
}

/** Lines of a page as ranges of tokens: those that recognition split at one height are joined. */
function linesOf(view: DocumentView, page: PageView): [number, number][] {
  const lines: [number, number][] = [];
  for (let index = page.tokens[0]; index < page.tokens[1]; index++) {
    const token = view.tokens[index];
    const before = view.tokens[index - 1];
    const line = lines.at(-1);
    if (!token) continue;
    const isBeside =
      before !== undefined &&
      (token.line === before.line ||
        (token.left >= before.right - 0.5 &&
          Math.min(token.bottom, before.bottom) - Math.max(token.top, before.top) > (token.bottom - token.top) / 2));
    if (line && isBeside) line[1] = index + 1;
    else lines.push([index, index + 1]);
  }
  return lines;
}
