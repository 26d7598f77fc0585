import { type CellObject, utils, type WorkSheet, write } from '@e965/xlsx';
import type { Schema } from '#lib/contract/extraction-schema.ts';
import { documentTable, type ExportCell, type ExportTable, rowsFieldNames, rowsTable } from './export-columns.ts';
import type { ExportRecord, ExportValues } from './export-record.ts';

/** The most characters a cell of a spreadsheet holds. */
const MOST_CHARACTERS = 32_767;
const DAY_MS = 86_400_000;
const EPOCH = Date.UTC(1899, 11, 30);

/**
 * A workbook: a sheet with one row for each document and a sheet for each rows field. Numbers, dates and booleans are
 * what they are; text is text, so that nothing in it runs.
 */
export async function xlsxExport(
  records: AsyncIterable<ExportRecord>,
  schemas: readonly Schema[],
  values: ExportValues,
): Promise<Uint8Array> {
  const tables = new Map<string, ExportTable>([['Documents', documentTable(schemas, values, false)]]);
  for (const name of rowsFieldNames(schemas)) tables.set(sheetName(name, tables), rowsTable(schemas, name, values));
  const rows = new Map([...tables.keys()].map((name) => [name, [] as ExportCell[][]]));
  for await (const record of records) for (const [name, table] of tables) rows.get(name)?.push(...table.rowsOf(record));
  const book = utils.book_new();
  for (const [name, table] of tables) utils.book_append_sheet(book, toSheet(table.header, rows.get(name) ?? []), name);
  return new Uint8Array(write(book, { type: 'array', bookType: 'xlsx', compression: true }) as ArrayBuffer);
}

function sheetName(name: string, taken: ReadonlyMap<string, unknown>): string {
  const short = name.slice(0, 31);
  for (let number = 2; ; number += 1) {
    const candidate = number === 2 ? short : `${short.slice(0, 27)} ${number - 1}`;
    if (![...taken.keys()].some((other) => other.toLowerCase() === candidate.toLowerCase())) return candidate;
  }
}

function toSheet(header: string[], rows: ExportCell[][]): WorkSheet {
  const sheet: WorkSheet = {};
  const put = (row: number, column: number, cell: CellObject | null) => {
    if (cell) sheet[utils.encode_cell({ r: row, c: column })] = cell;
  };
  header.forEach((name, column) => {
    put(0, column, { t: 's', v: name });
  });
  rows.forEach((row, index) => {
    row.forEach((cell, column) => {
      put(index + 1, column, toCell(cell));
    });
  });
  sheet['!ref'] = utils.encode_range({ s: { r: 0, c: 0 }, e: { r: rows.length, c: Math.max(0, header.length - 1) } });
  sheet['!cols'] = header.map((name) => ({ wch: Math.min(40, Math.max(12, name.length + 2)) }));
  return sheet;
}

/** The typed cell, or null for nothing. A percentage is stored as a fraction and shown with its sign. */
function toCell({ value, type }: ExportCell): CellObject | null {
  if (value === null) return null;
  if (typeof value === 'boolean') return { t: 'b', v: value };
  if (typeof value === 'number') {
    if (type === 'percentage') return { t: 'n', v: value / 100, z: '0.##%' };
    return type === 'money' ? { t: 'n', v: value, z: '#,##0.00' } : { t: 'n', v: value };
  }
  if (typeof value === 'string') {
    const day = type === 'date' && /^\d{4}-\d{2}-\d{2}$/.test(value) ? Date.parse(`${value}T00:00:00Z`) : Number.NaN;
    if (!Number.isNaN(day) && day >= Date.UTC(1900, 2, 1)) return { t: 'n', v: (day - EPOCH) / DAY_MS, z: 'yyyy-mm-dd' };
    return { t: 's', v: value.slice(0, MOST_CHARACTERS) };
  }
  const text = value.every((entry) => typeof entry === 'string') ? value.join('; ') : JSON.stringify(value);
  return { t: 's', v: text.slice(0, MOST_CHARACTERS) };
}
