import { describe, expect, it } from 'vitest';
import { columnTotals } from '../rules/column-totals.ts';
import { createTableContext } from './create-table-context.ts';
import { formatTabbed, parseTabbed, planPaste } from './paste-cells.ts';
import { mergeRows, splitRow } from './split-row.ts';
import { madeColumns, madePage, madeRow, type Print } from './testing/made-table.ts';

const columns = madeColumns({ name: 'string', total: 'money' });
const prints = (row: number): Print[] => [
  [50, 100 + 20 * row, `Thing ${'abc'[row]}`],
  [450, 100 + 20 * row, `${row + 4}.50`],
];
const page = madePage(1, [0, 1, 2].flatMap(prints));
const rows = [0, 1, 2].map((row) => madeRow(row, columns, page, prints(row)));

describe('cells of the clipboard', () => {
  it('come back as they were, with tabs, breaks and quotes in them', () => {
    const cells = [
      ['plain', 'a\tb'],
      ['two\nlines', 'with "quotes"'],
      ['', '5" pipe'],
    ];
    expect(parseTabbed(formatTabbed(cells))).toEqual(cells);
    expect(parseTabbed('5" pipe\tx\r\ny\tz\r\n')).toEqual([
      ['5" pipe', 'x'],
      ['y', 'z'],
    ]);
  });

  it('a text in quotes within a cell keeps them, whatever the cells after it end with', () => {
    expect(parseTabbed('"Best" price\tpipe 5"\n"two\nlines"\t"ACME" Ltd\t')).toEqual([
      ['"Best" price', 'pipe 5"'],
      ['two\nlines', '"ACME" Ltd', ''],
    ]);
    expect(parseTabbed('')).toEqual([['']]);
  });

  it('are read as their columns’ types; what does not fit is listed and nothing else is lost', () => {
    const plan = planPaste({
      name: 'rows',
      columns,
      rows,
      at: { row: 2, column: 0 },
      to: { row: 2, column: 0 },
      cells: [
        ['New', 'many'],
        ['More', '1.234,50', 'beyond the table'],
      ],
    });
    expect(plan.misfits).toEqual([{ row: 2, column: 'total', text: 'many' }]);
    expect(plan.drafts).toEqual([
      { kind: 'correct', pointer: '/rows/2/name', value: 'New', evidence: [] },
      { kind: 'insert_row', pointer: '/rows/3', values: { name: { value: 'More', evidence: [] }, total: { value: 1234.5, evidence: [] } } },
    ]);
    expect(plan.newRows).toBe(1);
  });

  it('fill the whole range when there is only one', () => {
    const plan = planPaste({ name: 'rows', columns, rows, at: { row: 0, column: 1 }, to: { row: 2, column: 1 }, cells: [['9']] });
    expect(plan.drafts.map(({ pointer }) => pointer)).toEqual(['/rows/0/total', '/rows/1/total', '/rows/2/total']);
  });
});

describe('splitting and merging', () => {
  it('makes two rows of one that stands on two lines, each with its own places', () => {
    const both = madeRow(0, columns, page, [prints(0)[0]!, prints(0)[1]!]);
    both.cells.name!.value = 'Thing a Thing b';
    both.cells.name!.evidence.push(...rows[1]!.cells.name!.evidence);
    const context = createTableContext(columns, [both, { ...rows[2]!, pointer: '/rows/1' }], [page]);
    const drafts = splitRow(context, 'rows', 0);
    expect(drafts[0]).toMatchObject({ kind: 'correct', pointer: '/rows/0/name', value: 'Thing a' });
    expect(drafts[1]).toMatchObject({
      kind: 'insert_row',
      pointer: '/rows/1',
      values: { name: { value: 'Thing b' }, total: { value: 5.5 } },
    });
  });

  it('joins texts in order and keeps the first figure', () => {
    expect(mergeRows(columns, rows, 'rows', 0, 1)).toMatchObject([
      { kind: 'correct', pointer: '/rows/0/name', value: 'Thing a Thing b' },
      { kind: 'remove_row', pointer: '/rows/1' },
    ]);
    expect(mergeRows(columns, rows, 'rows', 2, 3)).toEqual([]);
  });
});

describe('sums of columns', () => {
  const base = { label: '', description: '', required: false };
  const schema = {
    fields: [
      { ...base, name: 'net', type: 'money' as const },
      { ...base, name: 'rows', type: 'rows' as const, fields: columns },
    ],
    rules: [{ formula: 'net = sum(rows.total)', message: '' }],
  };
  it('say by how much they miss the field that a rule names', () => {
    const net = (value: number) => ({ ...rows[0]!.cells.total!, pointer: '/net', value });
    expect(columnTotals(schema, { net: net(16.5), rows }, 'rows')).toMatchObject([{ column: 'total', sum: 16.5, difference: 0 }]);
    expect(columnTotals(schema, { net: net(20), rows }, 'rows')[0]).toMatchObject({ difference: -3.5, field: { name: 'net' } });
    expect(columnTotals({ ...schema, rules: [] }, { net: net(16.5), rows }, 'rows')[0]).toMatchObject({
      difference: 0,
      field: { name: 'net' },
    });
    expect(columnTotals({ ...schema, rules: [] }, { net: net(20), rows }, 'rows')[0]).toMatchObject({ difference: null, field: null });
  });
});
