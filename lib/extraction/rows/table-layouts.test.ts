import { describe, expect, it } from 'vitest';
import { fieldSchema } from '#lib/contract/service/extraction-schema.ts';
import { BOLT, HOSE, heading, item, line, readValues, rowsOf, TAXED } from '../testing/print-table.ts';

describe('rows of tables as documents set them', () => {
  it('leaves lines of sums between groups and their headings out', () => {
    const page = [
      ...heading(),
      ...line(80, [40, 'Workshop']),
      ...item(100, 'Bolt M8', '4', '0.50', '2.00'),
      ...line(120, [40, 'Garden']),
      ...item(140, 'Garden hose', '1', '19.90', '19.90'),
      ...line(170, [350, 'Total'], [545, '>21.90']),
    ];
    expect(readValues([page])).toEqual([BOLT, HOSE]);
  });

  it('goes on over a page break with repeated headings and a carried sum', () => {
    const first = [...heading(), ...item(80, 'Bolt M8', '4', '0.50', '2.00'), ...line(110, [350, 'Carried forward'], [545, '>2.00'])];
    const second = [
      ...heading(),
      ...line(80, [350, 'Carried forward'], [545, '>2.00']),
      ...item(100, 'Garden hose', '1', '19.90', '19.90'),
      ...line(130, [350, 'Total'], [545, '>21.90']),
    ];
    expect(readValues([first, second])).toEqual([BOLT, HOSE]);
  });

  it('goes on over a page break without headings, but not into another table', () => {
    const first = [
      ...heading(),
      ...item(80, 'Bolt M8', '4', '0.50', '2.00'),
      ...item(100, 'Nut M8', '2', '0.25', '0.50'),
      ...item(120, 'Washer', '8', '0.05', '0.40'),
    ];
    const second = [
      ...item(60, 'Garden hose', '1', '19.90', '19.90'),
      ...line(120, [40, 'Tax'], [230, 'Base'], [330, 'Rate'], [420, 'Share'], [520, 'Sum']),
      ...line(140, [40, 'Standard'], [330, '>19'], [420, '>22.80'], [545, '>4.33']),
    ];
    expect(readValues([first, second]).map(([text]) => text)).toEqual(['Bolt M8', 'Nut M8', 'Washer', 'Garden hose']);
  });

  it('parts headings that stand as close as words of one, by the cells under them', () => {
    const page = [
      ...line(60, [40, 'Pos Code Description'], [330, '>Qty'], [420, '>Unit price'], [545, '>Amount']),
      ...line(80, [40, '1'], [59, 'B8'], [87, 'Bolt M8'], [330, '>4'], [420, '>0.50'], [545, '>2.00']),
      ...line(100, [40, '2'], [59, 'H1'], [87, 'Garden hose'], [330, '>1'], [420, '>19.90'], [545, '>19.90']),
    ];
    expect(readValues([page])).toEqual([BOLT, HOSE]);
  });

  it('joins a name that was broken over several narrow lines, and no labelled detail below it', () => {
    const page = [
      ...line(60, [40, 'Description'], [160, '>Qty'], [260, '>Unit price'], [400, '>Amount']),
      ...line(80, [40, 'Stainless'], [160, '>4'], [260, '>0.50'], [400, '>2.00']),
      ...line(91, [40, 'bolt M8 x']),
      ...line(102, [40, '40 mm']),
      ...line(113, [40, 'Gross price: 0.60']),
      ...line(140, [40, 'Nut'], [160, '>2'], [260, '>0.25'], [400, '>0.50']),
    ];
    expect(readValues([page]).map(([text]) => text)).toEqual(['Stainless bolt M8 x 40 mm', 'Nut']);
  });

  it('keeps a second line that would have fitted on the first out of the name', () => {
    const page = [
      ...heading(),
      ...item(80, 'Bolt M8', '4', '0.50', '2.00'),
      ...line(91, [40, 'black']).map((print) => ({ ...print, text: 'Colour black' })),
      ...item(120, 'Garden hose with two brass couplings', '1', '19.90', '19.90'),
    ];
    expect(readValues([page]).map(([text]) => text)).toEqual(['Bolt M8', 'Garden hose with two brass couplings']);
  });

  it('takes the name from the line that a stacked heading gives it', () => {
    const page = [
      ...line(60, [40, 'EAN'], [150, 'Dispatch note'], [330, '>Qty'], [420, '>Unit price'], [545, '>Amount']),
      ...line(71, [150, 'Description']),
      ...line(90, [40, '4012345000016'], [150, 'DN 77'], [330, '>4'], [420, '>0.50'], [545, '>2.00']),
      ...line(101, [150, 'Bolt M8']),
      ...line(120, [40, '4012345000023'], [150, 'DN 78'], [330, '>1'], [420, '>19.90'], [545, '>19.90']),
      ...line(131, [150, 'Garden hose']),
    ];
    expect(readValues([page])).toEqual([BOLT, HOSE]);
  });

  it('reads a table whose columns stand in another order, with currency signs and units in the cells', () => {
    const page = [
      ...line(60, [40, 'Amount'], [130, 'Qty'], [200, 'Unit price'], [320, 'Description']),
      ...line(80, [40, '€ 2.00'], [130, '4 pcs'], [200, '€ 0.50'], [320, 'Bolt M8']),
      ...line(100, [40, '€ 19.90'], [130, '1 pc'], [200, '€ 19.90'], [320, 'Garden hose']),
    ];
    expect(readValues([page])).toEqual([BOLT, HOSE]);
  });

  it('keeps the sign of credited rows and leaves a discount without a count out of products', () => {
    const page = [
      ...heading(),
      ...item(80, 'Bolt M8', '-4', '0.50', '-2.00'),
      ...item(100, 'Garden hose', '1', '19.90', '19.90'),
      ...line(130, [350, 'Total'], [545, '>17.90']),
    ];
    expect(readValues([page])).toEqual([['Bolt M8', -4, 0.5, -2], HOSE]);
  });

  it('reads article number, name and tax rate in columns of their own', () => {
    const page = [
      ...line(60, [40, 'Article no.'], [120, 'Description'], [330, '>Qty'], [400, '>Unit price'], [470, '>VAT %'], [545, '>Amount']),
      ...line(80, [40, 'B-8'], [120, 'Bolt M8'], [330, '>4'], [400, '>0.50'], [470, '>19 %'], [545, '>2.00']),
      ...line(100, [40, 'H-1'], [120, 'Garden hose'], [330, '>1'], [400, '>19.90'], [470, '>7 %'], [545, '>19.90']),
    ];
    expect(readValues([page], TAXED)).toEqual([
      ['B-8', 'Bolt M8', 4, 0.5, 19, 2],
      ['H-1', 'Garden hose', 1, 19.9, 7, 19.9],
    ]);
  });

  it('parts a count with its unit from the tax rate set close behind it', () => {
    const page = [
      ...line(60, [40, 'Description'], [230, 'Unit price'], [300, 'Qty'], [325, 'VAT'], [545, '>Amount']),
      ...line(80, [40, 'Bolt M8'], [230, '0.50'], [300, '4 pcs 19 %'], [545, '>2.00']),
      ...line(100, [40, 'Garden hose'], [230, '19.90'], [300, '1 pc 7 %'], [545, '>19.90']),
    ];
    expect(readValues([page], TAXED).map((row) => [row[2], row[4]])).toEqual([
      [4, 19],
      [1, 7],
    ]);
  });

  it('lets the products say which of two price columns is meant', () => {
    const page = [
      ...line(60, [40, 'Description'], [230, '>Qty'], [330, '>Price'], [440, '>Discounted'], [545, '>Amount']),
      ...line(80, [40, 'Bolt M8'], [230, '>4'], [330, '>0.60'], [440, '>0.50'], [545, '>2.00']),
      ...line(100, [40, 'Garden hose'], [230, '>3'], [330, '>22.00'], [440, '>19.90'], [545, '>59.70']),
    ];
    expect(readValues([page])).toEqual([BOLT, ['Garden hose', 3, 19.9, 59.7]]);
  });

  it('takes no date, time or code in running text for the figures of a row', () => {
    const page = [
      ...heading(),
      ...item(80, 'Bolt M8', '4', '0.50', '2.00'),
      ...line(110, [40, 'Rented on 03.05.2031 08:10 and back on 04.05.2031 18:25 at gate 7']),
      ...item(140, 'Garden hose', '1', '19.90', '19.90'),
    ];
    expect(readValues([page])).toEqual([BOLT, HOSE]);
  });

  it('finds rows far apart that have details between them', () => {
    const details = (y: number) => Array.from({ length: 9 }, (_, at) => line(y + at * 18, [60, `Remark ${'abcdefghi'[at]}`])).flat();
    const page = [
      ...heading(),
      ...item(80, 'Bolt M8', '4', '0.50', '2.00'),
      ...details(110),
      ...item(320, 'Garden hose', '1', '19.90', '19.90'),
    ];
    expect(readValues([page])).toEqual([BOLT, HOSE]);
  });

  it('ends at the headings of another table', () => {
    const page = [
      ...heading(),
      ...item(80, 'Bolt M8', '4', '0.50', '2.00'),
      ...item(100, 'Garden hose', '1', '19.90', '19.90'),
      ...line(140, [40, 'Method'], [230, 'Reference'], [400, 'Share'], [520, 'Paid']),
      ...line(160, [40, 'Transfer'], [330, '>1'], [420, '>21.90'], [545, '>21.90']),
    ];
    expect(readValues([page])).toEqual([BOLT, HOSE]);
  });

  it('reads a list without headings up to the amount that is its sum', () => {
    const page = [
      ...line(60, [40, '2 x RYE BREAD'], [300, '>4.00']),
      ...line(76, [40, '1 x LENTIL SOUP'], [300, '>6.50']),
      ...line(92, [40, 'FOOD'], [300, '>10.50']),
      ...line(108, [40, 'TOTAL'], [300, '>10.50']),
    ];
    expect(readValues([page])).toEqual([
      ['RYE BREAD', 2, null, 4],
      ['LENTIL SOUP', 1, null, 6.5],
    ]);
  });

  it('leaves a figure at the end of a name in the name when it is not the count', () => {
    const page = [
      ...line(60, [40, 'PUMP TYPE 3'], [220, '>5.00'], [300, '>10.00']),
      ...line(76, [40, 'SEAL 2'], [220, '>1.50'], [300, '>3.00']),
      ...line(100, [40, 'TOTAL'], [300, '>13.00']),
    ];
    expect(readValues([page])).toEqual([
      ['PUMP TYPE 3', null, 5, 10],
      ['SEAL', 2, 1.5, 3],
    ]);
  });

  it('is surer of rows whose product fits, and points at the print of every cell', () => {
    const page = [
      ...heading(),
      ...item(80, 'Bolt M8', '4', '0.50', '2.00'),
      ...item(100, 'Garden hose', '1', '19.90', '18.90'),
      ...item(120, 'Washer', '8', '0.05', '0.40'),
    ];
    const rows = rowsOf([page]);
    expect(rows[0]?.line_total?.confidence).toBeGreaterThan(0.95);
    expect(rows[1]?.line_total?.confidence).toBeLessThan(0.85);
    for (const row of rows) for (const cell of Object.values(row)) expect(cell.evidence).not.toHaveLength(0);
  });

  it('does not take an amount “excl. VAT” for the rate of the tax, nor one remark under all names for part of them', () => {
    const entry = (y: number, text: string, price: string) => [
      ...line(y, [40, text], [330, '>1'], [420, `>${price}`], [545, `>${price}`]),
      ...line(y + 11, [40, 'Price per week']),
    ];
    const page = [
      ...line(60, [40, 'Description'], [330, '>Qty'], [420, '>Unit price'], [545, '>Amount excl. VAT']),
      ...entry(90, 'Bicycle with basket', '12.50'),
      ...entry(130, 'Bicycle with trailer', '18.75'),
      ...entry(170, 'Bicycle for two people', '23.20'),
    ];
    expect(readValues([page], TAXED).map((row) => row.slice(1))).toEqual([
      ['Bicycle with basket', 1, 12.5, null, 12.5],
      ['Bicycle with trailer', 1, 18.75, null, 18.75],
      ['Bicycle for two people', 1, 23.2, null, 23.2],
    ]);
  });
});

it('takes no amounts from another table that stands beside the first one', () => {
  const PAID = fieldSchema.parse({
    name: 'lines',
    type: 'rows',
    fields: [
      { name: 'description', type: 'string' },
      { name: 'hours', type: 'number' },
      { name: 'rate', type: 'money' },
      { name: 'amount', type: 'money' },
    ],
  });
  const page = [
    ...line(60, [40, 'Payments'], [170, '>Hours'], [230, '>Rate'], [300, '>Amount'], [350, 'Deductions'], [545, '>Amount']),
    ...line(80, [40, 'Basic pay'], [170, '>160.00'], [230, '>13.20'], [300, '>2,112.00'], [350, 'Tax withheld'], [545, '>271.60']),
    ...line(100, [40, 'Overtime'], [170, '>9.50'], [230, '>19.80'], [300, '>188.10'], [350, 'Insurance'], [545, '>108.62']),
    ...line(120, [40, 'Holiday pay'], [170, '>8.00'], [230, '>13.20'], [300, '>105.60'], [350, 'Pension'], [545, '>120.28']),
  ];
  expect(readValues([page], PAID)).toEqual([
    ['Basic pay', 160, 13.2, 2112],
    ['Overtime', 9.5, 19.8, 188.1],
    ['Holiday pay', 8, 13.2, 105.6],
  ]);
});

it('ends rows at a line of labels with their values', () => {
  const CARGO = fieldSchema.parse({
    name: 'lines',
    type: 'rows',
    fields: [
      { name: 'marks', type: 'string' },
      { name: 'packages', type: 'integer' },
      { name: 'description', type: 'string' },
    ],
  });
  const page = [
    ...line(60, [40, 'Marks'], [220, '>Packages'], [250, 'Description']),
    ...line(80, [40, 'OAK 1'], [220, '>275'], [250, 'bags of coffee']),
    ...line(100, [40, 'OAK 2'], [220, '>25'], [250, 'bags of tea']),
    ...line(130, [40, 'Total weight: 21,000.00 kg'], [250, 'Volume: 36.15 m3']),
    ...line(150, [40, 'On board: 14 July 2031'], [250, 'Issued: Leeds, 15 July 2031']),
  ];
  expect(readValues([page], CARGO)).toEqual([
    ['OAK 1', 275, 'bags of coffee'],
    ['OAK 2', 25, 'bags of tea'],
  ]);
});
