import { readFile } from 'node:fs/promises';
import WordExtractor from 'word-extractor';
import { type Compound, findStream, openCompound } from '../../compound/compound-file.ts';
import { keepEmbedded } from '../../compound/keep-embedded.ts';
import { type ArtPicture, rasterPictures, scanPictures } from '../../compound/office-art.ts';
import { compoundObjects } from '../../compound/ole-objects.ts';
import { requireSoundChains } from '../../compound/require-sound-chains.ts';
import { stripControls } from '../../encoding/strip-controls.ts';
import type { LayoutBlock, ParagraphBlock } from '../../layout/layout-block.ts';
import { pageEvents } from '../../layout/page-events.ts';
import type { FormatAdapter, ReadContext, ReadEvent, SourceFile } from '../../model/adapter.ts';
import { passwordRequired } from '../../model/password-errors.ts';
import { ReadError } from '../../model/read-error.ts';
import { readWithLibreOffice } from '../fallback/read-with-libre-office.ts';
import { salvageText } from '../fallback/salvage-text.ts';
import { oldWordText, pieceText, tableStreamName } from './doc-text.ts';

/** Offsets in the file information block ([MS-DOC] 2.5.1). */
const FLAGS = 0x0a;
const ENCRYPTED = 0x0100;
const VERSION = 0x02;
/** Files before Word 97 keep their text in one stretch of bytes. */
const WORD_97 = 0x00c0;

function clean(text: string): string {
  return stripControls(text.replaceAll('\u000b', '\n').replaceAll('\u001e', '\u2011'));
}

/** Lines as blocks; neighbouring lines with the same number of tabs (cell marks are told as tabs) are rows of a table. */
function lineBlocks(text: string, kind: ParagraphBlock['kind']): LayoutBlock[] {
  const blocks: LayoutBlock[] = [];
  let rows: string[][] = [];
  const flush = () => {
    if (rows.length > 1) blocks.push({ kind: 'table', rows: rows.map((cells) => cells.map((cell) => ({ runs: [{ text: cell }] }))) });
    else for (const cells of rows) blocks.push({ kind, runs: [{ text: cells.join('\t') }] });
    rows = [];
  };
  for (const line of text.split(/\r\n?|\n/)) {
    const cells = clean(line).replace(/\t+$/, '').split('\t');
    if (cells.length < 2) {
      flush();
      if (cells[0]?.trim()) blocks.push({ kind, runs: [{ text: cells[0] }] });
    } else {
      if (rows[0] && rows[0].length !== cells.length) flush();
      rows.push(cells);
    }
  }
  flush();
  return blocks;
}

/** Throws `Error` where the file is damaged. */
async function extractWhole(bytes: Buffer): Promise<ReturnType<WordExtractor['extract']>> {
  requireSoundChains(bytes);
  return new WordExtractor().extract(bytes);
}

async function documentBlocks(bytes: Buffer, container: Compound): Promise<LayoutBlock[]> {
  const stream = findStream(container, 'WordDocument');
  if (!stream || stream.length < 0x100)
    throw new ReadError('damaged_file', 'The Word file is damaged: its text is missing. Ask for a new copy.');
  if (![0xa5, 0xa6, 0xa7].includes(stream.readUInt8(1))) throw new RangeError('The text does not begin as one of Word does.');
  if (stream.readUInt16LE(FLAGS) & ENCRYPTED) {
    throw passwordRequired();
  }
  if (stream.readUInt16LE(VERSION) < WORD_97) return lineBlocks(oldWordText(stream), 'paragraph');
  const document = await extractWhole(bytes).catch(() => null);
  if (!document) {
    const table = findStream(container, tableStreamName(stream));
    return lineBlocks(table ? pieceText(stream, table) : '', 'paragraph');
  }
  const raw = { filterUnicode: false };
  return [
    ...lineBlocks(document.getHeaders({ ...raw, includeFooters: false }), 'header'),
    ...lineBlocks(document.getBody(raw), 'paragraph'),
    ...lineBlocks(document.getTextboxes({ ...raw, includeHeadersAndFooters: false }), 'paragraph'),
    ...lineBlocks(document.getFootnotes(raw), 'note'),
    ...lineBlocks(document.getEndnotes(raw), 'note'),
    ...lineBlocks(document.getAnnotations(raw), 'comment'),
    ...lineBlocks(document.getFooters(raw), 'footer'),
  ];
}

/** The pictures of a Word file: they stand among other data, each as a drawing record. */
function docPictures(container: Compound, { limits }: ReadContext): ArtPicture[] {
  return scanPictures(findStream(container, 'Data') ?? Buffer.alloc(0), limits.maxUnpackedBytes);
}

/** Lists the pictures of an old Word file, for one that holds nothing else. */
export async function listDocPictures(file: SourceFile, context: ReadContext): Promise<Uint8Array[]> {
  return rasterPictures(docPictures(openCompound(await readFile(file.path)), context));
}

/** What the reader of newer Word files is asked for. */
export type NewerWord = {
  /** Reads what LibreOffice makes of a file that cannot be read here. */
  docx: FormatAdapter;
  /** The blocks of a document in the XML of Word 2003; null where it is none. */
  xmlBlocks(bytes: Uint8Array): LayoutBlock[] | null;
};

/** Makes the adapter for Word files of the binary format (Word 6 to 2003: text, tables by their cell marks, no formatting) and the XML of Word 2003. */
export function createDocAdapter({ docx, xmlBlocks }: NewerWord): FormatAdapter {
  return {
    name: 'doc',

    async *read(file: SourceFile, context: ReadContext): AsyncGenerator<ReadEvent> {
      if (file.size > context.limits.maxUnpackedBytes)
        throw new ReadError('too_large_to_read', 'The file is larger than this installation reads.');
      const bytes = await readFile(file.path);
      context.signal.throwIfAborted();
      const xml = xmlBlocks(bytes);
      if (xml) {
        yield* pageEvents(xml, context);
        return;
      }
      const container = openCompound(bytes);
      const embedded = compoundObjects(container);
      let blocks: LayoutBlock[];
      try {
        blocks = await documentBlocks(bytes, container);
        if (blocks.length === 0 && embedded.length === 0 && docPictures(container, context).length === 0) {
          throw new RangeError('There is no text.');
        }
      } catch (cause) {
        if (cause instanceof ReadError) throw cause;
        const salvage = () => salvageText(findStream(container, 'WordDocument') ?? Buffer.alloc(0));
        yield* readWithLibreOffice(file, context, 'docx', docx, { cause, salvage });
        return;
      }
      yield* keepEmbedded(embedded, context);
      yield* pageEvents(blocks, context);
    },
  };
}
