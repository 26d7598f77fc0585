import { describe, expect, it } from 'vitest';
import type { Page, Table } from '#lib/contract/service/reading.ts';
import { buildPage } from '../testing/build-reading.ts';
import { orderVisually } from './visual-order.ts';

/** Two lines of two words, read column by column, as a grid guessed from alignment has them. */
function pageWithGrid(ruled: boolean): Page {
  const page = buildPage(1, [
    { text: 'Oak', x: 40, y: 40 },
    { text: 'Green', x: 40, y: 56 },
    { text: 'Street', x: 64, y: 40 },
    { text: 'Lane', x: 80, y: 56 },
  ]);
  const cell = (row: number, column: number, word: number): Table['cells'][number] => ({
    row,
    column,
    row_span: 1,
    column_span: 1,
    text: page.words[word]?.text ?? '',
    box: page.words[word]?.box ?? [0, 0, 0, 0],
    words: [word],
    header: false,
  });
  const box: Table['box'] = [0.05, 0.04, 0.3, 0.09];
  const table = {
    box,
    ruled,
    rows: 2,
    columns: 2,
    cells: [cell(0, 0, 0), cell(1, 0, 1), cell(0, 1, 2), cell(1, 1, 3)],
  } as unknown as Table;
  return { ...page, tables: [table] };
}
const textsOf = (page: Page) => orderVisually(page).words.map((word) => page.words[word]?.text);

describe('orderVisually', () => {
  it('puts words of a guessed grid that stand on one height on one line again', () => {
    const page = pageWithGrid(false);
    expect(textsOf(page)).toEqual(['Oak', 'Street', 'Green', 'Lane']);
    const { lineOf } = orderVisually(page);
    expect([lineOf[0] === lineOf[2], lineOf[1] === lineOf[3], lineOf[0] === lineOf[1]]).toEqual([true, true, false]);
  });

  it('leaves drawn tables as they were read', () => {
    expect(textsOf(pageWithGrid(true))).toEqual(['Oak', 'Green', 'Street', 'Lane']);
  });
});
