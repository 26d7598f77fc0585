import type { ExportCell, ExportTable } from './export-columns.ts';
import type { ExportRecord } from './export-record.ts';

/** A plain number, also with sign, thousands or decimal marks and a percent sign: a spreadsheet reads it as that and nothing else. */
const NUMBER = /^[-+]?(\d+|\d{1,3}([.,' ]\d{3})*)([.,]\d+)?\s?%?$/;
/** Beginnings that make a spreadsheet take a text for a formula (OWASP, CSV injection). */
const FORMULA = /^[=+\-@\t\r\n＝＋－＠]/;

/** A text that no spreadsheet runs: what would begin a formula gets an apostrophe before it; `-5` stays. */
export function harmless(text: string): string {
  return FORMULA.test(text) && !NUMBER.test(text) ? `'${text}` : text;
}

/** A cell as RFC 4180 has it. Numbers have a decimal point and no thousands marks; lists are joined by `; `; rows are JSON. */
export function csvCell({ value }: ExportCell): string {
  if (value === null) return '';
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  const text =
    typeof value === 'string' ? value : value.every((entry) => typeof entry === 'string') ? value.join('; ') : JSON.stringify(value);
  const safe = harmless(text);
  return /[",\r\n;]|^\s|\s$/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** A table as CSV, made bit by bit: UTF-8 with a byte order mark, so that spreadsheets see the encoding. */
export async function* csvExport(records: AsyncIterable<ExportRecord>, table: ExportTable): AsyncGenerator<string> {
  yield `\ufeff${table.columns.map(({ name }) => csvCell({ value: name, type: 'string' })).join(',')}\r\n`;
  for await (const record of records) {
    const lines = table.rowsOf(record).map((row) => `${row.map(csvCell).join(',')}\r\n`);
    if (lines.length > 0) yield lines.join('');
  }
}
