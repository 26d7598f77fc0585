import { BYTE_ORDER_MARK, csvText } from '#lib/document/csv/csv-text.ts';
import { saveBlob } from '../save-blob.ts';

/** The numbers behind a chart, as a table. The first column names the row. */
export type ChartData = {
  columns: readonly string[];
  rows: readonly (readonly (string | number | null)[])[];
};

/** A table as CSV (RFC 4180), with a byte order mark so that spreadsheets see the encoding. No text runs as a formula. */
export function chartCsv({ columns, rows }: ChartData): string {
  const lines = [columns, ...rows].map((row) => row.map(cellOf).join(','));
  return `${BYTE_ORDER_MARK}${lines.join('\r\n')}\r\n`;
}

function cellOf(value: string | number | null): string {
  if (value === null) return '';
  return typeof value === 'number' ? String(value) : csvText(value);
}

/** Has the browser save a text as a file. */
export function saveText(name: string, text: string, type = 'text/csv;charset=utf-8'): void {
  saveBlob(name, new Blob([text], { type }));
}
