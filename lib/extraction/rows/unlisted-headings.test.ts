import { describe, expect, it } from 'vitest';
import { fieldSchema } from '#lib/contract/service/extraction-schema.ts';
import { line, readValues } from '../testing/print-table.ts';

const rowsOf = (...fields: { name: string; type: string; description?: string }[]) =>
  fieldSchema.parse({ name: 'lines', type: 'rows', fields });

describe('headings of columns', () => {
  it('are compared by meaning where no vocabulary lists them', () => {
    const field = rowsOf(
      { name: 'medication', type: 'string', description: 'Name of the drug' },
      { name: 'dose', type: 'string' },
      { name: 'frequency', type: 'string', description: 'How often' },
    );
    const page = [
      ...line(60, [40, 'Medicine'], [220, 'Dosage'], [400, 'How often taken']),
      ...line(80, [40, 'Kelpine'], [220, '5 mg'], [400, 'once daily']),
      ...line(95, [40, 'Mossazol'], [220, '500 mg'], [400, 'twice daily']),
    ];
    expect(readValues([page], field)).toEqual([
      ['Kelpine', '5 mg', 'once daily'],
      ['Mossazol', '500 mg', 'twice daily'],
    ]);
  });

  it('may say nothing of the first column: it holds the first text', () => {
    const field = rowsOf(
      { name: 'analyte', type: 'string', description: 'What was measured' },
      { name: 'result', type: 'string' },
      { name: 'unit', type: 'string' },
    );
    const page = [
      ...line(60, [40, 'Parameter'], [220, 'Result'], [400, 'Unit']),
      ...line(80, [40, 'Lead'], [220, 'ND'], [400, 'mg/kg']),
      ...line(95, [40, 'Arsenic'], [220, '0.12'], [400, 'mg/kg']),
    ];
    expect(readValues([page], field)[1]).toEqual(['Arsenic', '0.12', 'mg/kg']);
  });

  it('leave the last column to the last field when it is of its type', () => {
    const field = rowsOf(
      { name: 'item', type: 'string' },
      { name: 'cost_new', type: 'money', description: 'Price when new' },
      { name: 'estimate', type: 'money', description: 'Estimated cost of repair' },
    );
    const page = [
      ...line(60, [40, 'Item'], [330, '>Cost new'], [430, '>Rpr.']),
      ...line(80, [40, 'Garage door'], [330, '>2,000.00'], [430, '>1,200.00']),
      ...line(95, [40, 'Side fence'], [330, '>500.00'], [430, '>300.00']),
    ];
    expect(readValues([page], field)).toEqual([
      ['Garage door', 2000, 1200],
      ['Side fence', 500, 300],
    ]);
  });

  it('over sums since the year began hold no amount of the document', () => {
    const field = rowsOf(
      { name: 'description', type: 'string' },
      { name: 'hours', type: 'number' },
      { name: 'rate', type: 'money', description: 'Pay per hour' },
      { name: 'amount', type: 'money' },
    );
    const page = [
      ...line(60, [40, 'Earnings'], [250, '>Rate'], [330, '>Hours'], [430, '>This period'], [545, '>Year to date']),
      ...line(80, [40, 'Regular'], [250, '>25.00'], [330, '>80.00'], [430, '>2,000.00'], [545, '>26,000.00']),
      ...line(95, [40, 'Overtime'], [250, '>37.50'], [330, '>4.00'], [430, '>150.00'], [545, '>950.00']),
    ];
    expect(readValues([page], field).map((row) => row.at(-1))).toEqual([2000, 150]);
  });

  it('over such sums leave them out of a list whose other columns they do not name, too', () => {
    const field = rowsOf({ name: 'deduction', type: 'string' }, { name: 'amount', type: 'money' });
    const page = [
      ...line(60, [40, 'Deductions'], [430, '>Now'], [545, '>YTD']),
      ...line(80, [40, 'Income tax'], [430, '>240.00'], [545, '>3,000.00']),
      ...line(95, [40, 'Pension'], [430, '>145.00'], [545, '>1,700.00']),
    ];
    expect(readValues([page], field)).toEqual([
      ['Income tax', 240],
      ['Pension', 145],
    ]);
  });

  it('of another table beside hold no text of the rows', () => {
    const field = rowsOf({ name: 'description', type: 'string' }, { name: 'amount', type: 'money' });
    const page = [
      ...line(60, [40, 'Payments'], [150, 'Units'], [290, '>Amount'], [320, 'Deductions'], [545, '>Amount']),
      ...line(80, [40, 'Basic pay'], [150, '1.00'], [290, '>2,000.00'], [320, 'Tax withheld'], [545, '>240.00']),
      ...line(95, [40, 'Overtime'], [150, '4.00'], [290, '>80.00'], [320, 'National pension'], [545, '>120.00']),
    ];
    expect(readValues([page], field)).toEqual([
      ['Basic pay', 2000],
      ['Overtime', 80],
    ]);
  });

  it('leave the day before a name out where no day is asked for', () => {
    const field = rowsOf({ name: 'description', type: 'string' }, { name: 'amount', type: 'money' });
    const page = [...line(80, [40, '05/02/31 Room'], [545, '>120.00']), ...line(95, [40, '05/02/31 City tax'], [545, '>4.50'])];
    expect(readValues([page], field)).toEqual([
      ['Room', 120],
      ['City tax', 4.5],
    ]);
  });

  it('over two days beside each other do not make the second one the year of the first', () => {
    const field = rowsOf({ name: 'date', type: 'date' }, { name: 'description', type: 'string' }, { name: 'amount', type: 'money' });
    const page = [
      ...line(20, [40, 'Statement date 12 May 2031']),
      ...line(60, [40, 'Trans Date'], [110, 'Post Date'], [180, 'Description'], [545, '>Amount']),
      ...line(80, [40, '15 APR'], [110, '17 APR'], [180, 'Noodle house'], [545, '>12.80']),
      ...line(100, [40, '18 APR'], [110, '19 APR'], [180, 'Payment'], [545, '>500.00 CR']),
    ];
    expect(readValues([page], field).map(([date]) => date)).toEqual(['2031-04-15', '2031-04-18']);
  });
});
