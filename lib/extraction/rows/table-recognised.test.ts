import { describe, expect, it } from 'vitest';
import type { Page } from '#lib/contract/service/reading.ts';
import { buildPage, type Print } from '../testing/build-reading.ts';
import { heading, item, LINES, line, readPages, readValues } from '../testing/print-table.ts';

describe('rows of recognised pages', () => {
  const scanned = (prints: Print[]): Page => ({ ...buildPage(1, prints), source: 'ocr' });

  it('works out a count that was not recognised, says so, and points at price and amount', () => {
    const page = scanned([
      ...heading(),
      ...item(80, 'Bolt M8', '4', '0.50', '2.00'),
      ...line(100, [40, 'Garden hose'], [420, '>19.90'], [545, '>19.90']),
    ]);
    const [, hose] = readPages([page], LINES);
    expect(hose?.quantity).toMatchObject({ value: 1, reason: expect.stringContaining('worked out') });
    expect(hose?.quantity?.evidence).toHaveLength(2);
    expect(hose?.quantity?.confidence).toBeLessThan(0.9);
  });

  it('reads a figure anew when only so the product fits: a rule line taken for a 1, a lost decimal sign', () => {
    const page = scanned([
      ...heading(),
      ...item(80, 'Bolt M8', '4', '10.50', '2.00'),
      ...item(100, 'Garden hose', '1', '19.90', '1990'),
      ...item(120, 'Washer', '8', '0.05', '0.40'),
    ]);
    const rows = readPages([page], LINES);
    expect(rows.map((row) => [row.unit_price?.value, row.line_total?.value])).toEqual([
      [0.5, 2],
      [19.9, 19.9],
      [0.05, 0.4],
    ]);
    expect(rows[0]?.unit_price?.reason).toContain('read anew');
  });

  it('works nothing out on pages that were printed', () => {
    const page = [
      ...heading(),
      ...item(80, 'Bolt M8', '4', '0.50', '2.00'),
      ...line(100, [40, 'Garden hose'], [420, '>19.90'], [545, '>19.90']),
    ];
    expect(readValues([page])[1]).toEqual(['Garden hose', null, 19.9, 19.9]);
  });
});
