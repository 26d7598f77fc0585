import type { ExportValues } from '#lib/contract/desk/export.ts';
import type { Schema } from '#lib/contract/service/extraction-schema.ts';
import { documentTable, type ExportCell, type ExportTable, rowsFields, rowsTable } from './export-columns.ts';
import type { ExportRecord } from './export-record.ts';
import { type WorkbookCell, type WorkbookSheet, writeWorkbook } from './write-workbook.ts';

const DAY_MS = 86_400_000;
const EPOCH = Date.UTC(1899, 11, 30);
/** Before it Excel's days are one off, because it believes in 29 February 1900. */
const FIRST_DAY = Date.UTC(1900, 2, 1);

/** The documents of one schema, or those that have no values; `schemas`: its versions, newest first. */
export type XlsxGroup = { schemas: Schema[]; read: () => AsyncIterable<ExportRecord> };

/**
 * A workbook: for each schema a sheet with one row for each document, and a sheet for each of its rows fields. Numbers,
 * dates and booleans are what they are.
 * @param options.rows only sheets of the rows of these fields
 */
export function xlsxExport(
  groups: readonly XlsxGroup[],
  options: { values: ExportValues; rows?: readonly string[] | undefined },
): AsyncGenerator<Uint8Array> {
  return writeWorkbook(listSheets(groups, options));
}

async function* listSheets(
  groups: readonly XlsxGroup[],
  { values, rows }: { values: ExportValues; rows?: readonly string[] | undefined },
): AsyncGenerator<WorkbookSheet> {
  let count = 0;
  const sheet = (name: string, table: ExportTable, read: XlsxGroup['read']): WorkbookSheet => {
    count += 1;
    return { name, headings: table.columns.map(({ label }) => label), rows: readRows(table, read) };
  };
  for (const { schemas, read } of groups) {
    const title = schemas[0]?.name ?? 'Without values';
    if (!rows) yield sheet(title, documentTable(schemas, values, false), read);
    for (const { name, label } of rowsFields(schemas)) {
      if (!rows || rows.includes(name)) yield sheet(sheetTitle(title, label || name), rowsTable(schemas, [name], values), read);
    }
  }
  // a workbook without a sheet cannot be opened
  if (count === 0) yield sheet('Documents', rows ? rowsTable([], [], values) : documentTable([], values, false), none);
}

async function* none(): AsyncGenerator<ExportRecord> {}

async function* readRows(table: ExportTable, read: XlsxGroup['read']): AsyncGenerator<WorkbookCell[]> {
  for await (const record of read()) for (const row of table.rowsOf(record)) yield row.map(toCell);
}

/** Both names in 31 characters: the schema's gives way, down to a half. */
function sheetTitle(schema: string, field: string): string {
  const room = Math.max(14, 31 - 3 - field.length);
  return `${schema.slice(0, room).trim()} – ${field}`;
}

/** A percentage is stored as a fraction and shown with its sign. */
function toCell({ value, type }: ExportCell): WorkbookCell {
  if (value === null) return null;
  if (typeof value === 'boolean') return { value };
  if (typeof value === 'number') {
    if (type === 'percentage') return { value: value / 100, format: 'percentage' };
    return type === 'money' ? { value, format: 'money' } : { value };
  }
  if (typeof value === 'string') {
    const day = type === 'date' || type === 'moment' ? toDayNumber(value) : null;
    return day === null ? { value } : { value: day, format: type === 'date' ? 'date' : 'moment' };
  }
  return { value: value.every((entry) => typeof entry === 'string') ? value.join('; ') : JSON.stringify(value) };
}

/** An ISO date or moment (UTC) as Excel counts days; null for anything else. */
function toDayNumber(text: string): number | null {
  if (!/^\d{4}-\d{2}-\d{2}(T[\d:.]+Z)?$/.test(text)) return null;
  const at = Date.parse(text);
  return Number.isNaN(at) || at < FIRST_DAY ? null : (at - EPOCH) / DAY_MS;
}
