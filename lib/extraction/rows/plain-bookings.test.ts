import { describe, expect, it } from 'vitest';
import { fieldSchema } from '#lib/contract/service/extraction-schema.ts';
import { line, readValues } from '../testing/print-table.ts';

const schemaOf = (...names: string[]) =>
  fieldSchema.parse({
    name: 'lines',
    type: 'rows',
    fields: [{ name: 'date', type: 'date' }, { name: 'description', type: 'string' }, ...names.map((name) => ({ name, type: 'money' }))],
  });
const PERIOD = line(20, [40, 'Period 01.04.2031 - 30.04.2031']);

describe('bookings without headings', () => {
  it('are lines that begin with a day and end in an amount', () => {
    const page = [
      ...PERIOD,
      ...line(60, [40, '02 APR 03 APR Noodle house'], [545, '>12.80']),
      ...line(80, [40, '05 APR 06 APR Payment'], [545, '>500.00 CR']),
      ...line(100, [40, '09 APR 10 APR Book shop'], [545, '>1,024.00']),
    ];
    expect(readValues([page], schemaOf('amount')).map(([date, text]) => [date, text])).toEqual([
      ['2031-04-02', 'Noodle house'],
      ['2031-04-05', 'Payment'],
      ['2031-04-09', 'Book shop'],
    ]);
  });

  it('have their day before the amount in running lines', () => {
    const page = [...PERIOD, ...line(60, [40, 'Zinsen 02.04.2031 +31,50 €']), ...line(80, [40, 'Steuer 02.04.2031 -8,31 €'])];
    expect(readValues([page], schemaOf('amount'))).toEqual([
      ['2031-04-02', 'Zinsen', 31.5],
      ['2031-04-02', 'Steuer', -8.31],
    ]);
  });

  it('go out or in by the balance behind them', () => {
    const page = [
      ...PERIOD,
      ...line(45, [100, 'Balance brought forward'], [545, '>1,000.00']),
      ...line(60, [40, '02/04'], [100, 'Rent'], [450, '>80.00'], [545, '>920.00']),
      ...line(80, [40, '05/04'], [100, 'Sales'], [450, '>30.00'], [545, '>950.00']),
      ...line(100, [40, '09/04'], [100, 'Flour'], [450, '>50.00'], [545, '>900.00']),
    ];
    expect(readValues([page], schemaOf('withdrawal', 'deposit')).map((row) => row.slice(1))).toEqual([
      ['Rent', 80, null],
      ['Sales', null, 30],
      ['Flour', 50, null],
    ]);
  });

  it('are not seen in a bill without days', () => {
    const page = [...line(60, [40, 'Coffee'], [545, '>3.20']), ...line(80, [40, 'Cake'], [545, '>4.10'])];
    expect(readValues([page], schemaOf('amount')).map(([date]) => date)).toEqual([null, null]);
  });
});
