import { describe, expect, it } from 'vitest';
import { line, readValues } from '../../testing/print-table.ts';

/** A list without headings: name, count, price and total of three lines, as `set` writes amounts, and the sum. */
function listOf(set: (amount: string) => string) {
  const row = (y: number, name: string, count: string, price: string, total: string) =>
    line(y, [40, name], [330, `>${count}`], [420, `>${set(price)}`], [545, `>${set(total)}`]);
  return [
    ...line(40, [40, 'Talwerk Store']),
    ...row(100, 'Bolt M8', '2', '6.25', '12.50'),
    ...row(116, 'Hose 6 ft', '1', '19.90', '19.90'),
    ...row(132, 'Oak board', '3', '35.00', '105.00'),
    ...line(160, [40, 'Total'], [545, `>${set('137.40')}`]),
  ];
}
const ROWS = [
  ['Bolt M8', 2, 6.25, 12.5],
  ['Hose 6 ft', 1, 19.9, 19.9],
  ['Oak board', 3, 35, 105],
];
const comma = (amount: string) => amount.replace('.', ',');

describe('amounts of lists without headings', () => {
  it.each(['zł', 'kr', 'kr.', 'Kč', 'Ft', 'lei', 'RON', 'PLN', '€'])('are read with %s behind them', (currency) => {
    expect(readValues([listOf((amount) => `${comma(amount)} ${currency}`)])).toEqual(ROWS);
  });
  it.each(['CHF', 'R$', '₹', 'Fr.', 'US$', 'RM', 'Rs.'])('are read with %s before them', (currency) => {
    expect(readValues([listOf((amount) => `${currency} ${amount}`)])).toEqual(ROWS);
  });
  it.each(['R$', '₹', 'CHF'])('are read with %s glued to them', (currency) => {
    expect(readValues([listOf((amount) => `${currency}${amount}`)])).toEqual(ROWS);
  });
  it('are whole figures beside a currency, whose thousands may stand apart', () => {
    const row = (y: number, name: string, amount: string) => line(y, [40, name], [545, `>${amount} Ft`]);
    const page = [...row(100, 'Oak board', '12 500'), ...row(116, 'Hose', '980'), ...row(132, 'Összesen', '13 480')];
    expect(readValues([page]).map((cells) => [cells[0], cells[3]])).toEqual([
      ['Oak board', 12500],
      ['Hose', 980],
    ]);
  });
  it('are no measures in feet, and no names that are written like a currency', () => {
    const row = (y: number, name: string, amount: string) => line(y, [40, name], [545, `>${amount}`]);
    expect(readValues([[...row(100, 'Ball pen', '2.50'), ...row(116, 'Oak board', '19.90')]]).map(([name]) => name)).toEqual([
      'Ball pen',
      'Oak board',
    ]);
    expect(readValues([line(100, [40, 'Garden hose 6 ft'])])).toEqual([]);
  });
});
