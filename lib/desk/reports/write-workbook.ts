import { Zip, ZipDeflate } from 'fflate';
import { CELL_STYLES, escapeXml, STYLES_XML, workbookParts } from './workbook-parts.ts';

/** `format`: how a number is shown; `date` and `moment` are days since the end of 1899 (see `toDayNumber`). */
export type WorkbookCell = { value: string | number | boolean; format?: keyof typeof CELL_STYLES } | null;
export type WorkbookSheet = { name: string; headings: string[]; rows: AsyncIterable<WorkbookCell[]> };

/** A sheet has so many rows at most; more go to a second one. */
const MOST_ROWS = 1_048_576;
/** The most characters that a cell holds. */
const MOST_CHARACTERS = 32_767;
const MOST_NAME = 31;
const PIECE = 64 * 1024;

/**
 * An Excel workbook, made while it is sent: in constant memory, however many rows there are. The first row of each sheet
 * holds the headings, bold, and stays in view. Texts are texts, so nothing in them runs.
 * @param mostRows for tests
 */
export async function* writeWorkbook(sheets: AsyncIterable<WorkbookSheet>, mostRows = MOST_ROWS): AsyncGenerator<Uint8Array> {
  const made: Uint8Array[] = [];
  const zip = new Zip((error, chunk) => {
    if (error) throw error;
    made.push(chunk);
  });
  const names: string[] = [];
  const open = (path: string) => {
    const part = new ZipDeflate(path, { level: 6 });
    zip.add(part);
    return part;
  };
  const add = (path: string, xml: string) => open(path).push(Buffer.from(xml), true);
  for await (const sheet of sheets) {
    const rows = sheet.rows[Symbol.asyncIterator]();
    let next = await rows.next();
    do {
      names.push(freeSheetName(sheet.name, names));
      const part = open(`xl/worksheets/sheet${names.length}.xml`);
      let waiting = sheetStart(sheet.headings);
      for (let row = 2; !next.done && row <= mostRows; row += 1) {
        waiting += rowXml(row, next.value);
        next = await rows.next();
        if (waiting.length < PIECE) continue;
        part.push(Buffer.from(waiting));
        waiting = '';
        yield* made.splice(0);
      }
      part.push(Buffer.from(`${waiting}</sheetData></worksheet>`), true);
      yield* made.splice(0);
    } while (!next.done);
  }
  add('xl/styles.xml', STYLES_XML);
  for (const [path, xml] of Object.entries(workbookParts(names))) add(path, xml);
  zip.end();
  yield* made;
}

/** A name that Excel takes: 31 characters at most, none of `[]:*?/\`, no apostrophe at an end, not one that is there. */
export function freeSheetName(wanted: string, taken: readonly string[]): string {
  const plain = wanted.replaceAll(/[[\]:*?/\\\p{C}]/gu, ' ').replaceAll(/\s+/g, ' ');
  const cut = (length: number) =>
    [...plain].reduce((text, character) => (text.length + character.length > length ? text : text + character), '');
  for (let number = 1; ; number += 1) {
    const suffix = number === 1 ? '' : ` ${number}`;
    const name = `${cut(MOST_NAME - suffix.length).replaceAll(/^['\s]+|['\s]+$/g, '') || 'Sheet'}${suffix}`;
    const lower = name.toLowerCase();
    // Excel keeps this one for itself
    if (lower !== 'history' && !taken.some((other) => other.toLowerCase() === lower)) return name;
  }
}

function sheetStart(headings: readonly string[]): string {
  const widths = headings.map((heading, index) => {
    const width = Math.min(40, Math.max(12, heading.length + 2));
    return `<col min="${index + 1}" max="${index + 1}" width="${width}" customWidth="1"/>`;
  });
  const pane = '<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/>';
  return [
    '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n',
    '<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">',
    `<sheetViews><sheetView workbookViewId="0">${pane}</sheetView></sheetViews>`,
    widths.length > 0 ? `<cols>${widths.join('')}</cols>` : '',
    '<sheetData>',
    rowXml(
      1,
      headings.map((value) => ({ value, format: 'heading' })),
    ),
  ].join('');
}

function rowXml(row: number, cells: readonly WorkbookCell[]): string {
  return `<row r="${row}">${cells.map((cell, column) => (cell ? cellXml(`${columnName(column)}${row}`, cell) : '')).join('')}</row>`;
}

function cellXml(place: string, { value, format }: NonNullable<WorkbookCell>): string {
  const style = format ? ` s="${CELL_STYLES[format]}"` : '';
  if (typeof value === 'number') return `<c r="${place}"${style}><v>${value}</v></c>`;
  if (typeof value === 'boolean') return `<c r="${place}"${style} t="b"><v>${value ? 1 : 0}</v></c>`;
  const text = escapeXml(value.slice(0, MOST_CHARACTERS));
  return `<c r="${place}"${style} t="inlineStr"><is><t xml:space="preserve">${text}</t></is></c>`;
}

/** 0 → A, 26 → AA. */
function columnName(column: number): string {
  const before = Math.floor(column / 26);
  return `${before > 0 ? columnName(before - 1) : ''}${String.fromCharCode(65 + (column % 26))}`;
}
