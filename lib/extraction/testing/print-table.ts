import type { Box } from '#lib/contract/service/box.ts';
import type { ExtractedRow } from '#lib/contract/service/extraction.ts';
import { type Field, fieldSchema } from '#lib/contract/service/extraction-schema.ts';
import type { Page } from '#lib/contract/service/reading.ts';
import { extract } from '../extract.ts';
import { buildReading, type Print } from './build-reading.ts';

/** Rows as most documents bill them: what, how many, at what price, how much. */
export const LINES = fieldSchema.parse({
  name: 'lines',
  type: 'rows',
  fields: [
    { name: 'description', type: 'string' },
    { name: 'quantity', type: 'number' },
    { name: 'unit_price', type: 'money' },
    { name: 'line_total', type: 'money' },
  ],
});
/** The same with an article number and a tax rate. */
export const TAXED = fieldSchema.parse({
  name: 'lines',
  type: 'rows',
  fields: [
    { name: 'item_number', type: 'string', description: 'Article number' },
    { name: 'description', type: 'string' },
    { name: 'quantity', type: 'number' },
    { name: 'unit_price', type: 'money' },
    { name: 'tax_rate', type: 'number', description: 'Tax rate in percent' },
    { name: 'line_total', type: 'money' },
  ],
});

/** A line of print: texts at their left edges; one that begins with ">" ends at its edge. */
export function line(y: number, ...cells: [number, string][]): Print[] {
  return cells.map(([x, text]) => (text.startsWith('>') ? { text: text.slice(1), x, y, right: true } : { text, x, y }));
}

/** The rows found on printed pages. */
export function rowsOf(pages: Print[][], field: Field = LINES): ExtractedRow[] {
  return extract({ schema: { fields: [field] }, reading: buildReading(pages) }).fields.lines as ExtractedRow[];
}

/** The values of the rows found on printed pages, in the order of the schema. */
export function readValues(pages: Print[][], field: Field = LINES): unknown[][] {
  return rowsOf(pages, field).map((row) => Object.values(row).map(({ value }) => value));
}

/** The headings of LINES, y in points from the top. */
export function heading(y = 60): Print[] {
  return line(y, [40, 'Description'], [330, '>Qty'], [420, '>Unit price'], [545, '>Amount']);
}

/** A row under heading(). */
export function item(y: number, text: string, count: string, price: string, total: string): Print[] {
  return line(y, [40, text], [330, `>${count}`], [420, `>${price}`], [545, `>${total}`]);
}

export const BOLT = ['Bolt M8', 4, 0.5, 2];
export const HOSE = ['Garden hose', 1, 19.9, 19.9];

/** The rows found on pages as they are given. */
export function readPages(pages: Page[], field: Field): ExtractedRow[] {
  const reading = { ...buildReading([]), pages, page_count: pages.length };
  return extract({ schema: { fields: [field] }, reading }).fields.lines as ExtractedRow[];
}

/** A drawn grid over the page: edges of its columns and rows in points. */
export function drawGrid(page: Page, across: number[], down: number[]): Page {
  const box = (column: number, row: number): Box => [
    across[column]! / 595,
    down[row]! / 842,
    across[column + 1]! / 595,
    down[row + 1]! / 842,
  ];
  const cells = down.slice(1).flatMap((_, row) =>
    across.slice(1).map((__, column) => {
      const [left, top, right, bottom] = box(column, row);
      const words = page.words.flatMap(({ box: [x1, y1, x2, y2] }, word) => {
        const [x, y] = [(x1 + x2) / 2, (y1 + y2) / 2];
        return x >= left && x < right && y >= top && y < bottom ? [word] : [];
      });
      const text = words.map((word) => page.words[word]?.text).join(' ');
      return { row, column, row_span: 1, column_span: 1, box: box(column, row), words, text };
    }),
  );
  const whole: Box = [across[0]! / 595, down[0]! / 842, across.at(-1)! / 595, down.at(-1)! / 842];
  return {
    ...page,
    tables: [
      {
        box: whole,
        ruled: true,
        row_count: down.length - 1,
        column_count: across.length - 1,
        cells: cells.filter(({ words }) => words.length > 0),
      },
    ],
  };
}
