import { harmlessText } from './harmless-text.ts';

/** Before the first line, so that spreadsheets see the encoding. */
export const BYTE_ORDER_MARK = '\ufeff';

/** A text as a cell of CSV (RFC 4180), quoted where it must be; none runs as a formula in a spreadsheet. */
export function csvText(text: string): string {
  const safe = harmlessText(text);
  return /[",\r\n;]|^\s|\s$/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
