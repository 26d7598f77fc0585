import type { RowField } from '#lib/contract/service/extraction-schema.ts';
import type { Page } from '#lib/contract/service/reading.ts';
import { columnLetters } from '../geometry/cell-address.ts';
import { fieldsOfTable } from '../schemas/fields-of-table.ts';
import { looksLikeValue } from './looks-like-value.ts';

/** Rows that are looked at for the types, with the headings. */
const MOST_ROWS = 51;
/** A row of the table has so many of the cells that its fullest has; titles above and sums below have fewer. */
const LEAST_FILLED = 0.5;

/**
 * The fields that the columns of a spreadsheet's page stand for, see `fieldsOfTable`: the first row that is filled has the headings. None
 * where the page is no sheet, or that row has values.
 */
export function fieldsOfSheet({ words, cell_addresses: addresses, grid }: Page): RowField[] {
  if (!grid || !addresses) return [];
  const columns = new Map(grid.columns.map((column, at) => [columnLetters(column), at]));
  const rows = new Map<string, string[]>();
  words.forEach(({ text }, at) => {
    const [, letters = '', row = ''] = /^([A-Z]+)(\d+)$/.exec(addresses[at] ?? '') ?? [];
    const column = columns.get(letters);
    if (column === undefined) return;
    const cells = rows.get(row) ?? grid.columns.map(() => '');
    cells[column] = `${cells[column]} ${text}`.trim();
    rows.set(row, cells);
  });
  const filled = (cells: readonly string[]) => cells.filter(Boolean).length;
  const fullest = Math.max(0, ...[...rows.values()].map(filled));
  const ordered = [...rows].sort(([one], [other]) => Number(one) - Number(other)).map(([, cells]) => cells);
  const listed = ordered.filter((cells) => filled(cells) >= LEAST_FILLED * fullest).slice(0, MOST_ROWS);
  const isHeadings = listed[0]?.every((text) => !looksLikeValue(text));
  return isHeadings ? fieldsOfTable(listed) : [];
}
