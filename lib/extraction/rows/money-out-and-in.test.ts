import { describe, expect, it } from 'vitest';
import { fieldSchema } from '#lib/contract/service/extraction-schema.ts';
import type { Print } from '../testing/build-reading.ts';
import { line, readValues } from '../testing/print-table.ts';

const MOVES = fieldSchema.parse({
  name: 'lines',
  type: 'rows',
  fields: [
    { name: 'date', type: 'date' },
    { name: 'description', type: 'string' },
    { name: 'money_out', type: 'money', description: 'What left the account' },
    { name: 'money_in', type: 'money', description: 'What came into the account' },
  ],
});

/** A statement: headings at 60, lines 20 points apart; `>` cells end at their edge. */
const statement = (titles: string[], ...rows: string[][]): Print[] => {
  const edges = [40, 110, 380, 460, 545];
  const set = (y: number, cells: string[]) =>
    line(y, ...cells.flatMap((text, at): [number, string][] => (text ? [[edges[at] ?? 0, at < 2 ? text : `>${text}`]] : [])));
  return [...set(60, titles), ...rows.flatMap((row, at) => set(80 + 20 * at, row))];
};

describe('money out and money in as fields of their own', () => {
  it.each([
    ['Withdrawals', 'Deposits'],
    ['Soll', 'Haben'],
    ['Débit EUR', 'Crédit EUR'],
    ['Paid out', 'Paid in'],
  ])('go by their headings, and a balance is neither: %s, %s', (out, into) => {
    const page = statement(
      ['Date', 'Details', out, into, 'Balance'],
      ['2031-04-02', 'Rent of the shop', '780.00', '', '1,220.00'],
      ['2031-04-05', 'Sales of the week', '', '640.50', '1,860.50'],
      ['2031-04-09', 'Flour', '60.50', '', '1,800.00'],
    );
    expect(readValues([page], MOVES)).toEqual([
      ['2031-04-02', 'Rent of the shop', 780, null],
      ['2031-04-05', 'Sales of the week', null, 640.5],
      ['2031-04-09', 'Flour', 60.5, null],
    ]);
  });

  it('finds the column whose heading was not recognised by the one beside it', () => {
    const page = statement(
      ['Date', 'Details', 'Debit', 'Ore6it', 'Balance'],
      ['2031-04-02', 'Rent of the shop', '780.00', '', '1,220.00'],
      ['2031-04-05', 'Sales of the week', '', '640.50', '1,860.50'],
      ['2031-04-09', 'Flour', '60.50', '', '1,800.00'],
    );
    expect(readValues([page], MOVES).map((row) => row.slice(2))).toEqual([
      [780, null],
      [null, 640.5],
      [60.5, null],
    ]);
  });

  it('go by the sign where one column holds both', () => {
    const page = statement(
      ['Date', 'Details', 'Amount'],
      ['2031-04-02', 'Rent of the shop', '-780.00'],
      ['2031-04-05', 'Sales of the week', '640.50'],
      ['2031-04-09', 'Flour', '60.50 DR'],
    );
    expect(readValues([page], MOVES).map((row) => row.slice(2))).toEqual([
      [780, null],
      [null, 640.5],
      [60.5, null],
    ]);
  });

  it('go by the heading over each of several tables of a page', () => {
    const table = (top: number, section: string, ...rows: string[][]) => [
      ...line(top, [40, section]),
      ...statement(['Date', 'Details', 'Amount'], ...rows).map((print) => ({ ...print, y: print.y + top - 40 })),
    ];
    const page = [
      ...table(40, 'Deposits and other credits', ['2031-04-05', 'Sales of the week', '640.50'], ['', 'Total deposits', '640.50']),
      ...table(200, 'Withdrawals', ['2031-04-02', 'Rent of the shop', '780.00'], ['2031-04-09', 'Flour', '60.50']),
    ];
    expect(readValues([page], MOVES)).toEqual([
      ['2031-04-05', 'Sales of the week', null, 640.5],
      ['2031-04-02', 'Rent of the shop', 780, null],
      ['2031-04-09', 'Flour', 60.5, null],
    ]);
  });

  it('leaves balances in either column and the sums of both out', () => {
    const page = statement(
      ['Date', 'Details', 'Debit', 'Credit'],
      ['', 'Opening balance', '', '2,000.00'],
      ['2031-04-02', 'Rent of the shop', '780.00', ''],
      ['2031-04-05', 'Sales of the week', '', '640.50'],
      ['', 'Sum of all entries', '780.00', '640.50'],
    );
    expect(readValues([page], MOVES)).toEqual([
      ['2031-04-02', 'Rent of the shop', 780, null],
      ['2031-04-05', 'Sales of the week', null, 640.5],
    ]);
  });

  it('gives rows without a day that of the row over them', () => {
    const page = statement(
      ['Date', 'Details', 'Debit', 'Credit'],
      ['2031-04-02', 'Rent of the shop', '780.00', ''],
      ['', 'Sales of the week', '', '640.50'],
    );
    expect(readValues([page], MOVES).map(([date]) => date)).toEqual(['2031-04-02', '2031-04-02']);
  });

  it('parts a day from the text that is set closely behind it', () => {
    const page = statement(
      ['Date', 'Details', 'Debit', 'Credit'],
      ['2031-04-02', 'Rent', '780.00', ''],
      ['2031-04-05 Sales of the whole week', '', '', '640.50'],
    );
    expect(readValues([page], MOVES)[1]).toEqual(['2031-04-05', 'Sales of the whole week', null, 640.5]);
  });
});
