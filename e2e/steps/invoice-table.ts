import type { Page } from '@playwright/test';
import { openFile } from './open-document.ts';

/** A line of an invoice; the price is that of one piece. */
export type Line = [description: string, quantity: number, price: number];

export const LINES: Line[] = [
  ['Balance beam, larch', 2, 145.5],
  ['Climbing net', 3, 418.25],
  ['Rubber tile', 60, 7.2],
  ['Swing seat', 4, 39.9],
  ['Sand box cover', 5, 88.4],
  ['See-saw spring', 6, 61.75],
  ['Slide, 2 m', 7, 512.3],
  ['Ladder rung', 24, 12.6],
  ['Rope bridge', 8, 275.15],
  ['Picnic bench', 9, 199.95],
  ['Safety sign', 11, 15.35],
  ['Bark mulch, 50 l', 40, 6.85],
];
const total = ([, quantity, price]: Line) => Math.round(quantity * price * 100) / 100;
/** A tenth less, so that no product tells which column is which. */
export const reduced = ([, quantity, price]: Line) => Math.round(quantity * price * 90) / 100;

/** An invoice as Markdown; `swapped` headings say unit price over the reduced totals and total over the unit prices. */
export function invoice(lines: readonly Line[], swapped: boolean): string {
  const [first, second] = swapped ? ['Line total', 'Unit price'] : ['Unit price', 'Line total'];
  const totalOf = swapped ? reduced : total;
  const rows = lines.map((line) => `| ${line[0]} | ${line[1]} | ${line[2].toFixed(2)} | ${totalOf(line).toFixed(2)} |`);
  const sum = lines.reduce((amount, line) => amount + totalOf(line), 0).toFixed(2);
  const table = [`| Description | Quantity | ${first} | ${second} |`, '|---|---:|---:|---:|', ...rows].join('\n');
  return `# Invoice R-2026-77\n\n**Seller:** Bright Playgrounds Ltd\\\n**Invoice date:** 5 May 2026\n\n${table}\n\n**Net total:** GBP ${sum}\n`;
}

/** Adds an invoice, waits until it can be reviewed, and opens it. @returns its id */
export async function openInvoice(page: Page, name: string, text: string): Promise<string> {
  await page.goto('/documents');
  return openFile(page, { name, type: 'text/markdown', bytes: Buffer.from(text), schema: 'Invoice' });
}

type Row = { cells: Record<string, { value: unknown; evidence: unknown[] }> };

/** The rows as they are saved. */
export async function savedRows(page: Page, id: string): Promise<Row[]> {
  const detail = (await (await page.request.get(`/api/documents/${id}`)).json()) as { fields: { line_items: Row[] } };
  return detail.fields.line_items;
}

/** The table of line items, and one of its cells by the row (from 0) and the column's name. */
export const grid = (page: Page) => page.getByRole('grid', { name: /line items/i });
export const cell = (page: Page, row: number, column: string) => page.locator(`[data-pointer="/line_items/${row}/${column}"]`);
