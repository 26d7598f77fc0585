import { parseTabbed } from '#lib/document/rows/paste-cells.ts';

/** Cells of the clipboard: the first table of its HTML, as spreadsheets and browsers copy it, else its tab-separated text. */
export function readClipboard(data: Pick<DataTransfer, 'getData'>): string[][] {
  const html = data.getData('text/html');
  const table = html ? new DOMParser().parseFromString(html, 'text/html').querySelector('table') : null;
  const rows = table
    ? [...table.rows].map((row) => [...row.cells].map((cell) => (cell.textContent ?? '').replace(/\s+/g, ' ').trim()))
    : [];
  return rows.length > 0 ? rows : parseTabbed(data.getData('text/plain'));
}

/** Cells as HTML, for programs that take tables so. */
export function tableHtml(cells: readonly (readonly string[])[]): string {
  const safe = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
  return `<table>${cells.map((row) => `<tr>${row.map((text) => `<td>${safe(text)}</td>`).join('')}</tr>`).join('')}</table>`;
}
