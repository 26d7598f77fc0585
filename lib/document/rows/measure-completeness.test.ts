import { describe, expect, it } from 'vitest';
import { findFlags } from '../review/find-flags.ts';
import { findRowLines } from './find-row-lines.ts';
import { measureCompleteness } from './measure-completeness.ts';
import { madeColumns, madePage, madeRow, type Print, repairedRow } from './testing/made-table.ts';

const columns = madeColumns({ name: 'string', quantity: 'number', total: 'money' });
const prints = (row: number): Print[] => [
  [50, 100 + 20 * row, `Thing ${'abcdef'[row]}`],
  [300, 100 + 20 * row, String(row + 2)],
  [450, 100 + 20 * row, `${row + 4}.50`],
];
const COUNT = 6;
const page = madePage(1, [
  [50, 80, 'Name'],
  [300, 80, 'Count'],
  [450, 80, 'Amount'],
  ...Array.from({ length: COUNT }, (_, row) => prints(row)).flat(),
  [50, 225, 'goes on here'],
  [50, 250, 'Total'],
  [300, 250, '27'],
  [450, 250, '42.00'],
]);
const rows = Array.from({ length: COUNT }, (_, row) => madeRow(row, columns, page, prints(row)));
const completenessOf = (some: typeof rows) => {
  const lines = findRowLines(columns, some, [page]);
  return { row_like_lines: lines.length, rows: some.length, unclaimed: [], lines };
};

describe('lines that look like rows', () => {
  it('are those of the rows, without headings, sums and lines that go on', () => {
    const lines = findRowLines(columns, rows, [page]);
    expect(lines.map(({ text }) => text)).toEqual(
      Array.from({ length: COUNT }, (_, row) =>
        prints(row)
          .map(([, , text]) => text)
          .join(' '),
      ),
    );
    expect(lines.every(({ taken }) => taken)).toBe(true);
  });

  it('are found where the engine overlooked them: first, last, between', () => {
    for (const row of [0, 3, COUNT - 1]) {
      const lines = findRowLines(columns, rows.toSpliced(row, 1), [page]);
      expect(lines.filter(({ taken }) => !taken).map(({ text }) => text)).toEqual([
        prints(row)
          .map(([, , text]) => text)
          .join(' '),
      ]);
    }
  });
});

describe('the meter', () => {
  it('counts a removed row as missing, and no more once it is typed in again', () => {
    const completeness = completenessOf(rows);
    expect(measureCompleteness(rows, completeness)).toMatchObject({ lines: COUNT, missing: [], amounts: [] });
    const fewer = rows.toSpliced(2, 1);
    expect(measureCompleteness(fewer, completeness)?.missing.map(({ text }) => text)).toEqual(['Thing c 4 6.50']);
    const typed = repairedRow(madeRow(5, columns, page, []), { name: 'Thing c', quantity: 4, total: 6.5 });
    expect(measureCompleteness([...fewer, { ...typed, origin: 'human' }], completeness)?.missing).toEqual([]);
  });

  it('flags what the engine overlooked, but not what a person removed', () => {
    const schema = {
      fields: [{ name: 'rows', label: '', description: '', required: false, type: 'rows' as const, fields: columns }],
      rules: [],
    };
    const reasons = (some: typeof rows, of: typeof rows) =>
      findFlags({ schema, fields: { rows: some }, completeness: { rows: completenessOf(of) } }).map(({ reason }) => reason);
    expect(reasons(rows, rows)).toEqual([]);
    expect(reasons(rows.toSpliced(2, 1), rows)).toEqual([]);
    expect(reasons(rows.toSpliced(2, 1), rows.toSpliced(2, 1))).toEqual(['rows_missing']);
  });
});
