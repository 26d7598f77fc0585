import { BYTE_ORDER_MARK, csvText } from '#lib/document/csv/csv-text.ts';
import type { ExportCell, ExportTable } from './export-columns.ts';
import type { ExportRecord } from './export-record.ts';

/** A cell as RFC 4180 has it. Numbers have a decimal point and no thousands marks; lists are joined by `; `; rows are JSON. */
export function csvCell({ value }: ExportCell): string {
  if (value === null) return '';
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  const text =
    typeof value === 'string' ? value : value.every((entry) => typeof entry === 'string') ? value.join('; ') : JSON.stringify(value);
  return csvText(text);
}

/** A table as CSV, made bit by bit: UTF-8 with a byte order mark, so that spreadsheets see the encoding. */
export async function* csvExport(records: AsyncIterable<ExportRecord>, table: ExportTable): AsyncGenerator<string> {
  yield `${BYTE_ORDER_MARK}${table.columns.map(({ name }) => csvCell({ value: name, type: 'string' })).join(',')}\r\n`;
  for await (const record of records) {
    const lines = table.rowsOf(record).map((row) => `${row.map(csvCell).join(',')}\r\n`);
    if (lines.length > 0) yield lines.join('');
  }
}
