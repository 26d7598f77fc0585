import { describe, expect, it } from 'vitest';
import { createTableContext } from './create-table-context.ts';
import { propagateRowFix } from './propagate-row-fix.ts';
import { remapColumns, shiftedColumns, swappedColumns } from './remap-columns.ts';
import { rowFromLine } from './row-from-line.ts';
import { evidenceAt, madeColumns, madePage, madeRow, type Print, repairedRow } from './testing/made-table.ts';

const columns = madeColumns({ name: 'string', quantity: 'number', price: 'money', total: 'money' });
const GOODS: [string, number, number][] = [
  ['Lamp', 2, 10.5],
  ['Long cable', 3, 4.25],
  ['Nut', 12, 0.5],
  ['Oak board', 5, 30],
  ['Rope', 7, 2.75],
  ['Screw', 100, 0.05],
];
const placeOf = (row: number): Print[] => {
  const [name, quantity, price] = GOODS[row]!;
  const y = 100 + 20 * row;
  return [
    [50, y, name],
    [250, y, String(quantity)],
    [350, y, price.toFixed(2)],
    [450, y, (quantity * price).toFixed(2)],
  ];
};
const page = madePage(1, [
  [50, 80, 'Item'],
  [250, 80, 'Qty'],
  [350, 80, 'Price'],
  [450, 80, 'Total'],
  ...GOODS.flatMap((_, row) => placeOf(row)),
]);
const rightRows = GOODS.map((_, row) => madeRow(row, columns, page, placeOf(row)));
const valuesOf = (row: number) => ({
  name: GOODS[row]![0],
  quantity: GOODS[row]![1],
  price: GOODS[row]![2],
  total: GOODS[row]![1] * GOODS[row]![2],
});
/** What a row would hold after the changes. */
const rowAfter = (changes: { row: number; column: string; to: unknown }[], rows: typeof rightRows, row: number) => ({
  ...Object.fromEntries(Object.entries(rows[row]!.cells).map(([name, cell]) => [name, cell.value])),
  ...Object.fromEntries(changes.filter((change) => change.row === row).map(({ column, to }) => [column, to])),
});

describe('following a repaired row', () => {
  it('reads all rows anew when the values stood one column off, also those the machine had lost', () => {
    const rows = GOODS.map((_, row) => madeRow(row, columns, page, [null, null, placeOf(row)[1]!, placeOf(row)[2]!]));
    rows[0] = repairedRow(rows[0]!, valuesOf(0));
    const { changes } = propagateRowFix(createTableContext(columns, rows, [page]), 0)!;
    for (let row = 1; row < GOODS.length; row++) expect(rowAfter(changes, rows, row)).toEqual(valuesOf(row));
    const name = changes.find(({ row, column }) => row === 1 && column === 'name')!;
    expect(name.evidence).toEqual([evidenceAt(page, placeOf(1)[0]!)]);
  });

  it('tells columns with one value in the repaired row apart by what they multiply to elsewhere', () => {
    const swapped = GOODS.map((_, row) => madeRow(row, columns, page, [placeOf(row)[0]!, null, placeOf(row)[3]!, placeOf(row)[2]!]));
    const rows = swapped.with(2, repairedRow(swapped[2]!, valuesOf(2)));
    const { changes } = propagateRowFix(createTableContext(columns, rows, [page]), 2)!;
    for (const row of [0, 1, 3, 4, 5]) expect(rowAfter(changes, rows, row)).toEqual(valuesOf(row));
  });

  it('keeps price and amount apart in a table of one piece each, and takes no position number for the count', () => {
    const prints = (row: number): Print[] => {
      const y = 100 + 20 * row;
      const price = GOODS[row]![2].toFixed(2);
      return [
        [30, y, String(row + 1)],
        [50, y, GOODS[row]![0]],
        [250, y, '1'],
        [350, y, price],
        [450, y, price],
      ];
    };
    const single = madePage(
      1,
      GOODS.flatMap((_, row) => prints(row)),
    );
    const rows = GOODS.map((_, row) => madeRow(row, columns, single, [null, null, prints(row)[2]!, prints(row)[3]!]));
    const right = (row: number) => ({ name: GOODS[row]![0], quantity: 1, price: GOODS[row]![2], total: GOODS[row]![2] });
    rows[0] = repairedRow(rows[0]!, right(0));
    const { changes } = propagateRowFix(createTableContext(columns, rows, [single]), 0)!;
    for (let row = 1; row < GOODS.length; row++) expect(rowAfter(changes, rows, row)).toEqual(right(row));
  });

  it('follows names over two lines, beside the lines of another column, and leaves an amount under them out', () => {
    const second = ['with shade', 'ten metres', 'galvanised', 'planed', 'of hemp', 'countersunk'];
    const prints = (row: number): Print[] => [
      [50, 100 + 60 * row, `${GOODS[row]![0]}-`],
      [250, 100 + 60 * row, String(GOODS[row]![1])],
      [350, 100 + 60 * row, GOODS[row]![2].toFixed(2)],
      [450, 100 + 60 * row, (GOODS[row]![1] * GOODS[row]![2]).toFixed(2)],
    ];
    const wrapped = madePage(1, [
      ...GOODS.flatMap((_, row) => prints(row)),
      ...second.flatMap((text, row): Print[] => [
        [50, 111 + 60 * row, text],
        [250, 111 + 60 * row, 'in'],
        [266, 111 + 60 * row, 'stock'],
        [50, 122 + 60 * row, 'Before: 9.99'],
      ]),
    ]);
    const rows = GOODS.map((_, row) => madeRow(row, columns, wrapped, [null, null, prints(row)[1]!, prints(row)[2]!]));
    const right = (row: number) => ({ ...valuesOf(row), name: `${GOODS[row]![0]}- ${second[row]}` });
    rows[0] = repairedRow(rows[0]!, right(0));
    const { changes } = propagateRowFix(createTableContext(columns, rows, [wrapped]), 0)!;
    for (let row = 1; row < GOODS.length; row++) expect(rowAfter(changes, rows, row)).toEqual(right(row));
  });

  it('turns signs, and takes numbers off texts, as in the repaired row', () => {
    const negative = rightRows.with(0, repairedRow(rightRows[0]!, { total: -21 }));
    const { changes } = propagateRowFix(createTableContext(columns, negative, [page]), 0)!;
    expect(changes.map(({ column, to }) => [column, to])).toEqual(
      GOODS.slice(1).map(([, quantity, price]) => ['total', -quantity * price]),
    );
    const numbered = (row: number): Print[] => [[30, 100 + 20 * row, `${row + 1}. ${GOODS[row]![0]}`], ...placeOf(row).slice(1)];
    const other = madePage(
      1,
      GOODS.flatMap((_, row) => numbered(row)),
    );
    const rows = GOODS.map((_, row) => madeRow(row, columns, other, numbered(row)));
    rows[1] = repairedRow(rows[1]!, { name: 'Long cable' });
    const texts = propagateRowFix(createTableContext(columns, rows, [other]), 1)!;
    expect(texts.changes.map(({ to }) => to)).toEqual(GOODS.filter((_, row) => row !== 1).map(([name]) => name));
  });

  it('never changes what a person gave, and offers nothing for a value that stands nowhere', () => {
    const rows = GOODS.map((_, row) => madeRow(row, columns, page, [null, null, placeOf(row)[1]!, placeOf(row)[2]!]));
    rows[0] = repairedRow(rows[0]!, valuesOf(0));
    rows[3] = repairedRow(rows[3]!, { name: 'Mine' });
    const { changes } = propagateRowFix(createTableContext(columns, rows, [page]), 0)!;
    expect(changes.some(({ row, column }) => row === 3 && column === 'name')).toBe(false);
    const odd = rightRows.with(0, repairedRow(rightRows[0]!, { name: 'Something else' }));
    expect(propagateRowFix(createTableContext(columns, odd, [page]), 0)).toBeNull();
    expect(propagateRowFix(createTableContext(columns, rightRows, [page]), 0)).toBeNull();
  });

  it('works from the values alone when the pages are not there', () => {
    const bare = GOODS.map((_, row) =>
      madeRow(row, columns, page, [placeOf(row)[0]!, placeOf(row)[1]!, placeOf(row)[3]!, placeOf(row)[2]!]),
    );
    bare[1] = repairedRow(bare[1]!, valuesOf(1));
    expect(propagateRowFix(createTableContext(columns, bare, []), 1)?.changes ?? []).toEqual([]);
  });
});

describe('columns that are really others', () => {
  it('moves, swaps and takes values, read as the type of their new column', () => {
    const context = createTableContext(columns, rightRows, [page]);
    const swapped = remapColumns(context, swappedColumns('price', 'total'));
    expect(rowAfter(swapped, rightRows, 1)).toMatchObject({ price: 12.75, total: 4.25 });
    const moved = remapColumns(context, shiftedColumns(context, 'name', 1));
    expect(rowAfter(moved, rightRows, 1)).toEqual({ name: null, quantity: null, price: 3, total: 4.25 });
    const back = remapColumns(context, shiftedColumns(context, 'quantity', -1));
    expect(rowAfter(back, rightRows, 1)).toEqual({ name: '3', quantity: 4.25, price: 12.75, total: null });
  });
});

describe('a line read as a row', () => {
  it('takes each cell from where the other rows have it, and goes where it stands', () => {
    const rows = rightRows.filter((_, row) => row !== 2);
    const context = createTableContext(columns, rows, [page]);
    const row = rowFromLine(context, evidenceAt(page, placeOf(2)[0]!))!;
    expect(row.index).toBe(2);
    expect(Object.fromEntries(Object.entries(row.values).map(([name, { value }]) => [name, value]))).toEqual(valuesOf(2));
    expect(row.values.total!.evidence).toEqual([evidenceAt(page, placeOf(2)[3]!)]);
  });
});
