import { describe, expect, it } from 'vitest';
import { createExtractionContext } from '../../scoring/extraction-context.ts';
import { buildPage, buildReading } from '../../testing/build-reading.ts';
import { BOLT, drawGrid, HOSE, heading, item, LINES, line, readPages, readValues } from '../../testing/print-table.ts';
import type { RawRow } from '../layout/raw-row.ts';
import { isPrintedBeside } from './carried-sums.ts';

describe('isPrintedBeside', () => {
  it('finds an amount by its value outside of the rows, within half a cent and not beyond', () => {
    const page = [
      ...line(60, [40, 'Bolt M8'], [545, '>2.00']),
      ...line(80, [40, 'Garden hose'], [545, '>19.90']),
      ...line(140, [40, 'Total'], [545, '>21.90']),
      ...line(160, [40, 'Credit'], [545, '>-3.00']),
    ];
    const context = createExtractionContext(buildReading([page]), []);
    const amounts = context.pool.candidates.filter(({ kind, decimals }) => kind === 'amount' && decimals === 2);
    const rowsAt = (...values: number[]): RawRow[] => {
      const own = amounts.filter(({ value }) => values.includes(value as number));
      const cells = new Map(own.map(({ ranges, text }, at) => [at, { ranges, text, certainty: 1 }]));
      return [{ page: 0, band: { page: 0, top: 0, bottom: 0, segments: [] }, cells }];
    };
    expect(isPrintedBeside(context, rowsAt(2, 19.9), 21.9)).toBe(true);
    expect(isPrintedBeside(context, rowsAt(2, 19.9), 21.905)).toBe(true);
    expect(isPrintedBeside(context, rowsAt(2, 19.9), 21.91)).toBe(false);
    expect(isPrintedBeside(context, rowsAt(2, 19.9, 21.9), 21.9)).toBe(false);
    expect(isPrintedBeside(context, [], -3)).toBe(true);
    expect(isPrintedBeside(context, [], 1000)).toBe(false);
  });
});

describe('sums among the rows of a table', () => {
  it.each([
    ['Übertrag', 'Übertrag'],
    ['à reporter', 'report'],
    ['suma y sigue', 'suma anterior'],
    ['Total carried forward', 'Brought forward:'],
    ['a riportare', 'riporto'],
  ])('are neither rows nor names nor the end of the table where they are carried over a page: %s', (ending, beginning) => {
    const first = [...heading(), ...item(80, 'Bolt M8', '4', '0.50', '2.00'), ...line(94, [40, ending], [545, '>2.00'])];
    const second = [...line(60, [40, beginning], [545, '>2.00']), ...item(80, 'Garden hose', '1', '19.90', '19.90')];
    expect(readValues([first, second])).toEqual([BOLT, HOSE]);
  });

  it.each(['Report', 'Segue', 'Riporto'])('are not what a row with a quantity and a price is that is called %s', (name) => {
    const page = [...heading(), ...item(80, 'Bolt M8', '4', '0.50', '2.00'), ...item(100, name, '2', '18.00', '36.00')];
    expect(readValues([page])).toEqual([BOLT, [name, 2, 18, 36]]);
    const drawn = drawGrid(buildPage(1, page), [30, 280, 340, 430, 560], [55, 75, 95, 115]);
    expect(readPages([drawn], LINES).map((row) => Object.values(row).map(({ value }) => value))).toEqual([BOLT, [name, 2, 18, 36]]);
  });

  it('are left out between groups, where they are called after the group', () => {
    const page = [
      ...line(60, [40, 'Description'], [330, '>Qty'], [545, '>Amount']),
      ...line(80, [40, 'Bolt M8'], [330, '>4'], [545, '>2.00']),
      ...line(100, [40, 'Garden hose'], [330, '>1'], [545, '>19.90']),
      ...line(120, [40, 'Subtotal workshop and garden items'], [545, '>21.90']),
      ...line(140, [40, 'Rake'], [330, '>1'], [545, '>14.00']),
      ...line(160, [40, 'Loyalty rebate'], [545, '>-3.00']),
      ...line(190, [350, 'Total'], [545, '>32.90']),
    ];
    expect(readValues([page]).map(([text, , , total]) => [text, total])).toEqual([
      ['Bolt M8', 2],
      ['Garden hose', 19.9],
      ['Rake', 14],
      ['Loyalty rebate', -3],
    ]);
  });

  it('are not what a table of another page is taken for whose headings name the rows far less well', () => {
    const first = [...line(60, [40, 'Reference'], [330, '>Days']), ...line(80, [40, 'AB-77'], [330, '>2031'])];
    const second = [...heading(), ...item(80, 'Bolt M8', '4', '0.50', '2.00'), ...item(100, 'Garden hose', '1', '19.90', '19.90')];
    expect(readValues([first, second])).toEqual([BOLT, HOSE]);
  });

  it('leave the rows of a page in whose table has fewer headings than that of the next', () => {
    const first = [
      ...line(60, [40, 'Description'], [545, '>Amount']),
      ...line(80, [40, 'Rake'], [545, '>14.00']),
      ...line(100, [40, 'Spade'], [545, '>21.00']),
    ];
    const second = [...heading(), ...item(80, 'Bolt M8', '4', '0.50', '2.00'), ...item(100, 'Garden hose', '1', '19.90', '19.90')];
    expect(readValues([first, second])).toEqual([['Rake', null, null, 14], ['Spade', null, null, 21], BOLT, HOSE]);
  });

  it('say whether a discount without a count is a row', () => {
    const page = (sum: string) => [
      ...heading(),
      ...item(80, 'Bolt M8', '4', '0.50', '2.00'),
      ...item(100, 'Garden hose', '1', '19.90', '19.90'),
      ...line(120, [40, 'Loyalty rebate'], [545, '>-3.00']),
      ...line(150, [350, 'Total'], [545, `>${sum}`]),
    ];
    expect(readValues([page('18.90')])).toEqual([BOLT, HOSE, ['Loyalty rebate', null, null, -3]]);
    expect(readValues([page('21.90')])).toEqual([BOLT, HOSE]);
  });
});
