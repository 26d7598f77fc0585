import { expect, test } from 'vitest';
import type { Page, Word } from '#lib/contract/service/reading.ts';
import { emptyPage } from '../geometry/empty-page.ts';
import { fieldOfPlace } from './field-of-place.ts';

const [WIDTH, HEIGHT, CHARACTER, LINE] = [600, 800, 6, 14];

/** A page of monospaced lines; each space is one character wide. */
function pageOf(...lines: string[]): Page {
  const words = lines.flatMap((line, row): Word[] =>
    [...line.matchAll(/\S+/g)].map(({ 0: text, index }) => ({
      text,
      box: [(index * CHARACTER) / WIDTH, (row * LINE) / HEIGHT, ((index + text.length) * CHARACTER) / WIDTH, (row * LINE + 10) / HEIGHT],
    })),
  );
  return emptyPage({ number: 1, width: WIDTH, height: HEIGHT, source: 'text', display: 'layout', words });
}
/** The field for the words of a text on a page. */
const fieldOf = (page: Page, text: string) => {
  const parts = text.split(' ');
  const from = page.words.findIndex((_, at) => parts.every((part, offset) => page.words[at + offset]?.text === part));
  return fieldOfPlace(
    page,
    parts.map((_, offset) => from + offset),
  );
};

test('the label stands left of the value, also across a wide gap, and the value tells the type', () => {
  const page = pageOf('INVOICE', 'Invoice no.:   A-17', 'Due on                      12.03.2026', 'Grand total . 340,00 EUR');
  expect(fieldOf(page, 'A-17')).toEqual({ label: 'Invoice no.', type: 'string' });
  expect(fieldOf(page, '12.03.2026')).toEqual({ label: 'Due on', type: 'date' });
  expect(fieldOf(page, '340,00 EUR')).toEqual({ label: 'Grand total', type: 'money' });
});

test('of two pairs on a line each value has its own label', () => {
  const page = pageOf('Number: A-17 Date: 12.03.2026 Pages: 4');
  expect(fieldOf(page, '12.03.2026').label).toBe('Date');
  expect(fieldOf(page, '4')).toEqual({ label: 'Pages', type: 'integer' });
});

test('without one beside it, the label stands above; not far above', () => {
  const page = pageOf('Customer number      Contract', '48213                C-9', '', '', '', '', 'far below');
  expect(fieldOf(page, '48213')).toEqual({ label: 'Customer number', type: 'integer' });
  expect(fieldOf(page, 'C-9').label).toBe('Contract');
  expect(fieldOf(page, 'far below').label).toBe('');
});

test('a currency before the value is none of its label', () => {
  const page = pageOf('Total due: EUR 340.00', 'Tax $ 12.00');
  expect(fieldOf(page, '340.00')).toMatchObject({ label: 'Total due', type: 'money' });
  expect(fieldOf(page, '12.00').label).toBe('Tax');
});

test('what another column says is no label where one with a colon stands above', () => {
  const page = pageOf('Bill to:             Ship to:', 'Ada Ltd              Bob Ltd');
  expect(fieldOf(page, 'Bob Ltd').label).toBe('Ship to');
  expect(fieldOf(page, 'Ada Ltd').label).toBe('Bill to');
});

test('in a table the heading of the column is the label, but not of a total below', () => {
  const page = pageOf('Item    Qty    Amount', 'Bolts   2      10.00', '        Total  10.00');
  const cell = (row: number, column: number, words: number[]) => ({
    ...{ row, column, words, row_span: 1, column_span: 1, header: row === 0 },
    box: page.words[words[0]!]!.box,
    text: words.map((word) => page.words[word]!.text).join(' '),
  });
  const cells = [
    ...[cell(0, 0, [0]), cell(0, 1, [1]), cell(0, 2, [2])],
    ...[cell(1, 0, [3]), cell(1, 1, [4]), cell(1, 2, [5])],
    ...[cell(2, 1, [6]), cell(2, 2, [7])],
  ];
  const table = { box: [0, 0, 1, 0.1] as [number, number, number, number], row_count: 3, column_count: 3, ruled: true, cells };
  const labelOf = (word: number) => fieldOfPlace({ ...page, tables: [table] }, [word]).label;
  expect([labelOf(4), labelOf(5), labelOf(7)]).toEqual(['Qty', 'Amount', 'Total']);
});
