import { expect, test } from 'vitest';
import type { MergedRow, MergedValue } from '#lib/contract/desk/review.ts';
import { columnTotals } from './column-totals.ts';

const base = { label: '', description: '', required: false };
const columns = [
  { ...base, name: 'count', type: 'number' as const },
  { ...base, name: 'price', type: 'money' as const },
  { ...base, name: 'amount', type: 'money' as const },
];
const schema = { fields: [{ ...base, name: 'rows', type: 'rows' as const, fields: columns }], rules: [] };

function row(index: number, ...values: (number | null)[]): MergedRow {
  const cells = columns.map(({ name }, at): [string, MergedValue] => {
    const value = values[at] ?? null;
    const pointer = `/rows/${index}/${name}`;
    return [
      name,
      { pointer, value, text: null, confidence: 1, evidence: [], candidates: [], machine_flags: [], status: 'machine', original: value },
    ];
  });
  return { key: `m${index}`, pointer: `/rows/${index}`, origin: 'machine', cells: Object.fromEntries(cells) };
}
const summed = (rows: MergedRow[]) => columnTotals(schema, { rows }, 'rows').map(({ column, sum }) => [column, sum]);

test('prices are not summed: what they make with the counts is', () => {
  expect(summed([row(0, 2, 3.5, 7), row(1, 1, 4, 4), row(2, 3, 1.1, null)])).toEqual([['amount', 11]]);
});

test('amounts that make nothing with the other figures of their rows are all summed', () => {
  expect(summed([row(0, 1, 4, 4), row(1, 1, 5, 5)])).toEqual([
    ['price', 9],
    ['amount', 9],
  ]);
  expect(summed([row(0, 2, 3, 8), row(1, 5, 4, 1)])).toEqual([
    ['price', 7],
    ['amount', 9],
  ]);
});
