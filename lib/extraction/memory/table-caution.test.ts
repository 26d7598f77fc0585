import { expect, it } from 'vitest';
import { type Field, fieldSchema } from '#lib/contract/service/extraction-schema.ts';
import type { Reading } from '#lib/contract/service/reading.ts';
import { extract } from '../extract.ts';
import { learnLesson } from '../learn-lesson.ts';
import { buildReading, type Print } from '../testing/build-reading.ts';
import { LINES, line } from '../testing/print-table.ts';

type Cell = string | number | null;
type Heading = [x: number, title: string];

const rowsOfType = (...columns: [name: string, type: string, description?: string][]): Field =>
  fieldSchema.parse({
    name: 'lines',
    type: 'rows',
    fields: columns.map(([name, type, description]) => ({ name, type, ...(description ? { description } : {}) })),
  });
const DISCOUNTED = rowsOfType(
  ['item_number', 'string', 'Article number'],
  ['description', 'string'],
  ['quantity', 'number'],
  ['unit_price', 'money'],
  ['discount', 'number', 'Discount in percent'],
  ['line_total', 'money'],
);
const BOOKED = rowsOfType(['booking_date', 'date'], ['reference', 'string'], ['description', 'string'], ['amount', 'money']);

/** A table: its headings at their places, texts at left edges and figures at right ones. */
function table(top: number, headings: readonly Heading[], rows: readonly (readonly Cell[])[]): Print[] {
  const cells = (texts: readonly Cell[]) =>
    texts.flatMap((text, at): [number, string][] => (text === null || text === '' ? [] : [[headings[at]![0], `${text}`]]));
  return [...line(top, ...headings), ...rows.flatMap((row, at) => line(top + 20 + 15 * at, ...cells(row)))];
}

const approve = (field: Field, rows: readonly (readonly Cell[])[], more: { untouched?: true } = {}) => ({
  lines: rows.map((row) => Object.fromEntries(field.fields!.map(({ name }, at) => [name, { value: row[at] ?? null, ...more }]))),
});
const learn = (field: Field, reading: Reading, rows: readonly (readonly Cell[])[], more: { untouched?: true } = {}) =>
  learnLesson({ schema: { fields: [field] }, reading, approved: approve(field, rows, more) });

function valuesOf(field: Field, reading: Reading, lesson?: ReturnType<typeof learnLesson>, likeness = 0.9): unknown[][] {
  const memory = lesson ? [{ id: 'first', likeness, lesson }] : [];
  const rows = extract({ schema: { fields: [field] }, reading, memory }).fields.lines as Record<string, { value: unknown }>[];
  return rows.map((row) => field.fields!.map(({ name }) => row[name]?.value ?? null));
}

it('a column that was empty on the approved document is still read on the next one', () => {
  const headings: Heading[] = [
    [40, 'Kvelm'],
    [110, 'Brudsk'],
    [300, '>Qty'],
    [370, '>Plinfa'],
    [430, '>Discount'],
    [520, '>Amount'],
  ];
  type Item = [number: string, text: string, count: number, price: number, discount: number | null, total: number];
  const print = (items: readonly Item[]) =>
    buildReading([
      table(
        200,
        headings,
        items.map(([number, text, count, price, discount, total]) => [
          ...[number, text, `>${count}`, `>${price.toFixed(2)}`],
          ...[discount && `>${discount}`, `>${total.toFixed(2)}`],
        ]),
      ),
    ]);
  const first: Item[] = [
    ['AX-71', 'Long rope', 4, 12.5, null, 50],
    ['BQ-32', 'Iron hook', 3, 7.2, null, 21.6],
    ['CR-90', 'Tar brush', 12, 3.1, null, 37.2],
  ];
  const second: Item[] = [
    ['DV-15', 'Oak plank', 6, 20, 10, 108],
    ['AX-88', 'Short rope', 2, 10, 5, 19],
  ];
  const lesson = learn(DISCOUNTED, print(first), first);
  expect(lesson.tables?.lines?.headings.map(({ text }) => text)).not.toContain('discount');
  expect(valuesOf(DISCOUNTED, print(second), lesson)).toEqual(second);
});

it('of bookings nothing is learned: their amounts stand under one heading or another by their sign', () => {
  const headings: Heading[] = [
    [40, 'Date'],
    [110, 'Kvelm'],
    [190, 'Brudsk'],
    [370, '>Debit'],
    [450, '>Credit'],
    [545, '>Balance'],
  ];
  const reading = buildReading([
    table(200, headings, [
      ['01.02.2025', 'AX-11', 'Alpha rope', '', '>50.00', '>150.00'],
      ['03.02.2025', 'BX-12', 'Beta hook', '', '>20.00', '>170.00'],
    ]),
  ]);
  const rows = [
    ['2025-02-01', 'AX-11', 'Alpha rope', 50],
    ['2025-02-03', 'BX-12', 'Beta hook', 20],
  ];
  expect(learn(BOOKED, reading, rows)).not.toHaveProperty('tables');
});

it('a table of more rows than are looked at is not taken for one that was read wrong', () => {
  const rows = Array.from({ length: 240 }, (_, at) => [
    `Part ${'abcdefghij'[at % 10]}${at}`,
    (at % 7) + 1,
    1.5 + at,
    ((at % 7) + 1) * (1.5 + at),
  ]);
  const headings: Heading[] = [
    [40, 'Description'],
    [330, '>Qty'],
    [420, '>Unit price'],
    [545, '>Amount'],
  ];
  const pages = Array.from({ length: 6 }, (_, page) =>
    table(
      60,
      headings,
      rows.slice(40 * page, 40 * page + 40).map(([text, count, price, total]) => [text!, `>${count}`, `>${price}`, `>${total}`]),
    ),
  );
  expect(learn(LINES, buildReading(pages), rows).tables?.lines).toMatchObject({ cells: 800, wrong: 0, taughtWrong: 0 });
});

it('a document of another layout does not contradict headings that the engine understands', () => {
  const first = buildReading([
    table(
      200,
      [
        [40, 'Description'],
        [420, '>Price'],
      ],
      [
        ['Long rope', '>50.00'],
        ['Iron hook', '>21.60'],
      ],
    ),
  ]);
  const lesson = learn(LINES, first, [
    ['Long rope', null, null, 50],
    ['Iron hook', null, null, 21.6],
  ]);
  expect(lesson.tables?.lines?.headings).toContainEqual({ text: 'price', column: 'line_total' });
  const headings: Heading[] = [
    [40, 'Description'],
    [330, '>Price'],
    [420, '>VAT'],
    [545, '>Total'],
  ];
  const other = buildReading([
    table(300, headings, [
      ['Concert', '>100.00', '>19', '>119.00'],
      ['Rehearsal', '>40.00', '>7', '>42.80'],
    ]),
  ]);
  const own = valuesOf(LINES, other);
  expect(own[0]).toEqual(['Concert', null, 100, 119]);
  expect(valuesOf(LINES, other, lesson, 0.1)).toEqual(own);
});

it('a table that nobody touched teaches nothing', () => {
  const headings: Heading[] = [
    [40, 'Kvelm'],
    [330, '>Brudsk'],
    [420, '>Zorp'],
    [545, '>Plinfa'],
  ];
  const rows = [
    ['Long rope', 4, 12.5, 50],
    ['Iron hook', 3, 7.2, 21.6],
  ];
  const reading = buildReading([
    table(
      200,
      headings,
      rows.map(([text, ...figures]) => [text!, ...figures.map((one) => `>${one}`)]),
    ),
  ]);
  expect(learn(LINES, reading, rows).tables?.lines?.headings).not.toEqual([]);
  expect(learn(LINES, reading, rows, { untouched: true })).not.toHaveProperty('tables');
});
