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

/** A page with one table in columns of 30 signs, its first row taken for headings; an empty text is no cell. */
function tablePage(...rows: string[][]): Page {
  const page = pageOf(...rows.map((row) => row.map((text) => text.padEnd(30)).join('')));
  let next = 0;
  const cells = rows.flatMap((texts, row) =>
    texts.flatMap((text, column) => {
      if (text === '') return [];
      const words = text.split(' ').map(() => next++);
      return [{ row, column, words, text, row_span: 1, column_span: 1, header: row === 0, box: page.words[words[0]!]!.box }];
    }),
  );
  return {
    ...page,
    tables: [
      { box: [0, 0, 1, 0.1], row_count: rows.length, column_count: Math.max(...rows.map((row) => row.length)), ruled: false, cells },
    ],
  };
}

test('in a block of pairs each value has the label beside it, though the first pair was taken for headings', () => {
  const page = tablePage(
    ['Library of Oberndorf', 'Invoice number', 'R-2026/00415'],
    ['Reading room', 'Invoice date', '27.02.2026'],
    ['Castle Square 3', 'Delivered on', '24.02.2026'],
    ['78727 Oberndorf', 'Your order', 'B-4471'],
  );
  expect(fieldOf(page, '27.02.2026')).toEqual({ label: 'Invoice date', type: 'date' });
  expect(fieldOf(page, '24.02.2026').label).toBe('Delivered on');
  expect(fieldOf(page, 'B-4471').label).toBe('Your order');
  expect(fieldOf(page, 'R-2026/00415').label).toBe('Invoice number');
});

test('a name in the first pair is no label of the values below it', () => {
  const page = tablePage(
    ['Library', 'Your contact', 'Mary Smith'],
    ['Reading room', 'Invoice date', '27.02.2026'],
    ['Castle Square', 'Your order', 'B-4471'],
  );
  expect([fieldOf(page, '27.02.2026').label, fieldOf(page, 'B-4471').label]).toEqual(['Invoice date', 'Your order']);
});

test('two pairs in a row, and pairs with a colon, are no lines with headings', () => {
  const four = tablePage(['Supplier', 'Northline Ltd', 'Issued', '12.03.2026'], ['Customer', 'K-4711', 'Due', '13.04.2026']);
  expect([fieldOf(four, 'K-4711').label, fieldOf(four, '13.04.2026').label]).toEqual(['Customer', 'Due']);
  const colon = tablePage(['Library', 'Contact', 'Mary Smith'], ['Room', 'Agent:', 'John Miller']);
  expect(fieldOf(colon, 'John Miller').label).toBe('Agent');
});

test('of two columns the left one names the line; where it has no words, the heading does', () => {
  const page = tablePage(['Cost', 'Per month'], ['Rent', '500.00'], ['0815', '80.00']);
  expect([fieldOf(page, '500.00').label, fieldOf(page, '80.00').label]).toEqual(['Rent', 'Per month']);
});

test('a table of lines keeps its headings, also with years, currencies and codes of both kinds among them', () => {
  const lines = tablePage(
    ['No', 'Article', 'EUR', 'VAT 19%', 'Due'],
    ['1', 'PG-4410', '10.00', '1.90', '12.03.2026'],
    ['2', '4711', '12.50', '2.38', 'open'],
  );
  const labels = ['4711', '12.50', '2.38', 'open'].map((text) => fieldOf(lines, text).label);
  expect(labels).toEqual(['Article', 'EUR', 'VAT 19%', 'Due']);
  const years = tablePage(['Position', '2025', '2026', 'Change'], ['Revenue', '10.00', '12.00', '2.00']);
  expect([fieldOf(years, '12.00').label, fieldOf(years, '2.00').label]).toEqual(['', 'Change']);
});

test('a rate between a label and its amount is none of the label', () => {
  const page = pageOf('plus 19 % VAT       61,20 EUR', '', 'Tax (8.25%):  4.10', '', 'Levy 20%     3.00', '', 'Discount %   2.00');
  const labels = ['61,20', '4.10', '3.00', '2.00'].map((text) => fieldOf(page, text).label);
  expect(labels).toEqual(['plus VAT', 'Tax', 'Levy', 'Discount %']);
});

test('another value is no label, neither beside nor above', () => {
  const page = pageOf(
    'Issued',
    '12.03.2026',
    'K-4711',
    '',
    '',
    '',
    '',
    'R-2026/00415    B-4471',
    '',
    '',
    '',
    '',
    'ada@example.org',
    'Berlin',
  );
  const labels = ['12.03.2026', 'K-4711', 'B-4471', 'Berlin'].map((text) => fieldOf(page, text).label);
  expect(labels).toEqual(['Issued', '', '', '']);
});
