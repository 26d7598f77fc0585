import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Page } from '#lib/contract/service/reading.ts';
import { type Compound, findStream, openCompound, openCompoundOrSalvage, toBytes } from '../../compound/compound-file.ts';
import { isCompound } from '../../compound/is-compound.ts';
import { keepEmbedded } from '../../compound/keep-embedded.ts';
import { rasterPictures, workbookPictures } from '../../compound/office-art.ts';
import { compoundObjects, type Embedded } from '../../compound/ole-objects.ts';
import { decodeText } from '../../encoding/decode-text.ts';
import { openArchive } from '../../files/open-archive.ts';
import { layOut } from '../../layout/lay-out.ts';
import type { FormatAdapter, ReadContext, ReadEvent, SourceFile } from '../../model/adapter.ts';
import { ReadError } from '../../model/read-error.ts';
import { listPackagePictures } from '../../pictures/list-package-pictures.ts';
import { openOdf } from '../odf/odf-package.ts';
import { readCoreProperties } from '../ooxml/core-properties.ts';
import { embeddedEvents } from '../ooxml/embedded-files.ts';
import { type BesideCells, biffBesideCells, odsBesideCells, packageBesideCells } from './beside-cells.ts';
import { sheetPage, splitSheets } from './sheet-page.ts';
import { limitSheets } from './workbook/limit-sheets.ts';
import { listConditionalFormats } from './workbook/list-conditional-formats.ts';
import { readDelimited } from './workbook/read-delimited.ts';
import { readOds } from './workbook/read-ods.ts';
import { readWorkbook, type Workbook } from './workbook/read-workbook.ts';
import { readXmlWorkbook } from './workbook/read-xml-workbook.ts';
import { type Repacked, repackWorkbook } from './workbook/repack-workbook.ts';
import { salvageSheets } from './workbook/salvage-binary-sheets.ts';
import { salvageSheetParts } from './workbook/salvage-sheet-parts.ts';

type OpenedWorkbook = Omit<Workbook, 'unread' | 'isUnsure'> & {
  isUnsure?: boolean;
  embedded?: Embedded[];
  /** Only what a damaged file still gave. */
  salvaged?: boolean;
  beside?: BesideCells;
};

const OPEN_DOCUMENT = 'application/vnd.oasis.opendocument.spreadsheet';
/** Most pages of what stands outside of the cells. */
const MOST_BESIDE = 20;
const UNSURE =
  'Some conditional formats may show cells as other texts, by rules that are not worked out here. These cells have their plain values. Compare them with the original.';
const DELIMITED = new Set(['text/csv', 'text/tab-separated-values']);

async function openSheets(file: SourceFile, context: ReadContext): Promise<OpenedWorkbook> {
  if (file.size > context.limits.maxUnpackedBytes) {
    throw new ReadError('too_large_to_read', 'The workbook is larger than this installation reads.');
  }
  if (file.mediaType.startsWith(OPEN_DOCUMENT)) {
    const odf = await openOdf(file, context);
    return { ...readOds(odf), beside: odsBesideCells(odf) };
  }
  const bytes = await readFile(file.path);
  context.signal.throwIfAborted();
  if (DELIMITED.has(file.mediaType)) {
    const name = path.basename(file.name).replace(/\.[^.]*$/, '') || 'Sheet1';
    return { sheets: [readDelimited(decodeText(bytes).text.replaceAll('\0', ''), name)], uncalculated: 0 };
  }
  const zipped = bytes[0] === 0x50 && bytes[1] === 0x4b;
  if (zipped) return readPackage(await repackWorkbook(file.path, context.limits, context.signal));
  if (isCompound(bytes)) return readCompound(bytes, context);
  return isXmlWorkbook(bytes) ? readXmlWorkbook(bytes) : readWorkbook(bytes);
}

/** The workbook; sheets that the library could not read are taken from their parts. */
async function readPackage({ bytes, parts }: Repacked): Promise<OpenedWorkbook> {
  let workbook: Workbook;
  try {
    workbook = await readWorkbook(bytes, listConditionalFormats(parts));
  } catch (error) {
    if (!(error instanceof ReadError) || error.code !== 'damaged_file') throw error;
    const sheets = salvageSheetParts(parts);
    if (sheets.every(({ rows }) => rows.length === 0)) throw error;
    return { sheets, uncalculated: 0, salvaged: true };
  }
  if (workbook.unread.length === 0) return workbook;
  const salvaged = new Map(salvageSheetParts(parts).map((sheet) => [sheet.name, sheet]));
  const unread = workbook.unread.filter((name) => (salvaged.get(name)?.rows.length ?? 0) > 0);
  return {
    ...workbook,
    sheets: workbook.sheets.map((sheet) => (unread.includes(sheet.name) ? { ...sheet, rows: salvaged.get(sheet.name)!.rows } : sheet)),
    salvaged: unread.length > 0,
  };
}

/** Old workbooks that are no compound file are records of numbers, or else XML. */
function isXmlWorkbook(bytes: Buffer): boolean {
  return /^\s*<(\?xml|(\w+:)?Workbook)\b/.test(decodeText(bytes.subarray(0, 200)).text);
}

/** An old workbook with the files in it: objects, and the PDF from which a picture was made. */
async function readCompound(bytes: Buffer, { limits }: ReadContext): Promise<OpenedWorkbook> {
  const { container, salvaged } = openCompoundOrSalvage(bytes);
  const workbook = await readOrSalvage(container, salvaged ? toBytes(container) : bytes);
  const pdfs = workbookPictures(container, limits.maxUnpackedBytes).filter(({ extension }) => extension === 'pdf');
  const embedded = compoundObjects(container);
  embedded.push(...pdfs.map((pdf, index) => ({ name: `picture${index + 1}.pdf`, bytes: pdf.bytes })));
  const stream = findStream(container, 'Workbook');
  return { ...workbook, embedded, ...(stream && { beside: biffBesideCells(stream) }) };
}

/** The workbook; of one whose list of sheets is lost, the cells that can still be reached. */
async function readOrSalvage(container: Compound, bytes: Uint8Array): Promise<OpenedWorkbook> {
  let error = new ReadError('damaged_file', 'The workbook is damaged: its sheets are lost.');
  try {
    const workbook = await readWorkbook(bytes);
    if (workbook.sheets.length > 0) return workbook;
  } catch (cause) {
    if (!(cause instanceof ReadError) || cause.code !== 'damaged_file') throw cause;
    error = cause;
  }
  const stream = findStream(container, 'Workbook');
  const sheets = stream ? salvageSheets(stream) : [];
  if (sheets.length === 0) throw error;
  return { sheets, uncalculated: 0, salvaged: true };
}

function isPackage(mediaType: string): boolean {
  return mediaType.includes('openxmlformats') || mediaType.includes('macroenabled');
}

/** Properties of an Office Open XML workbook, and the files embedded in it. */
async function* packageEvents(file: SourceFile, context: ReadContext): AsyncGenerator<ReadEvent> {
  const archive = await openArchive(file.path, context.limits, context.signal);
  try {
    const values = await readCoreProperties(archive);
    if (values.length > 0) yield { type: 'stated_values', values };
    yield* embeddedEvents(archive, context);
  } finally {
    archive.close();
  }
}

/** Pages for what stands outside of the cells, none when there is nothing. */
async function besidePages({ sheets, beside }: OpenedWorkbook, file: SourceFile, context: ReadContext): Promise<Page[]> {
  const isBlank = sheets.every(({ rows }) => rows.length === 0);
  let found = beside;
  if (isPackage(file.mediaType) && !file.mediaType.includes('binary')) {
    const archive = await openArchive(file.path, context.limits, context.signal);
    try {
      found = await packageBesideCells(archive, isBlank);
    } finally {
      archive.close();
    }
  }
  const blocks = found ? [...found.shapes, ...found.rest] : [];
  return blocks.length === 0 ? [] : layOut(blocks, { maxPages: MOST_BESIDE, name: 'Beside the cells' }).pages;
}

/** Lists the pictures of a workbook, for one that holds nothing else. */
export async function listSheetPictures(file: SourceFile, context: ReadContext): Promise<Uint8Array[]> {
  if (DELIMITED.has(file.mediaType) || file.mediaType.endsWith('flat-xml')) return [];
  if (file.mediaType !== 'application/vnd.ms-excel') return listPackagePictures(file, context);
  const bytes = await readFile(file.path);
  if (!isCompound(bytes)) return [];
  return rasterPictures(workbookPictures(openCompound(bytes), context.limits.maxUnpackedBytes));
}

/** Reads workbooks and delimited text: one page per sheet (or per thousand rows of a long one), shown as a grid. */
export const spreadsheetAdapter: FormatAdapter = {
  name: 'spreadsheet',

  async *read(file: SourceFile, context: ReadContext): AsyncGenerator<ReadEvent> {
    const opened = await openSheets(file, context);
    const { uncalculated, salvaged, embedded = [] } = opened;
    const { sheets, warning } = limitSheets(opened.sheets);
    const parts = splitSheets(sheets);
    if (parts.length === 0) throw new ReadError('empty_file', 'The workbook has no sheets.');
    const { maxPages } = context.limits;
    const beside = await besidePages(opened, file, context);
    yield { type: 'page_count', pageCount: Math.min(parts.length + beside.length, maxPages) };
    if (parts.length > maxPages)
      yield { type: 'warning', message: `Only the first ${maxPages} sheet pages were read; the workbook is longer.` };
    if (warning) yield { type: 'warning', message: warning };
    if (salvaged) {
      yield { type: 'warning', message: 'The workbook is damaged: only some of its cells could be read. Compare them with the original.' };
    }
    if (uncalculated > 0) {
      yield {
        type: 'warning',
        message: `${uncalculated} formula cells have no stored result. Open the workbook in a spreadsheet program and save it to see them.`,
      };
    }
    if (opened.isUnsure) yield { type: 'warning', message: UNSURE };
    for (const [index, part] of parts.slice(0, maxPages).entries()) {
      context.signal.throwIfAborted();
      yield { type: 'page', page: sheetPage(part, index + 1) };
    }
    for (const [index, page] of beside.slice(0, Math.max(0, maxPages - parts.length)).entries()) {
      yield { type: 'page', page: { ...page, number: parts.length + index + 1 } };
    }
    yield* keepEmbedded(embedded, context);
    if (isPackage(file.mediaType)) yield* packageEvents(file, context);
  },
};
