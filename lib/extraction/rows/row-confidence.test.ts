import { describe, expect, it } from 'vitest';
import { buildPage } from '../testing/build-reading.ts';
import { heading, item, LINES, line, readPages, rowsOf } from '../testing/print-table.ts';

describe('how sure a row is', () => {
  const rows = [...heading(), ...item(80, 'Bolt M8', '4', '0.50', '2.00'), ...item(100, 'Garden hose', '1', '19.90', '19.90')];

  it('is raised when all rows add up to a sum that is printed', () => {
    const [withSum] = rowsOf([[...rows, ...line(140, [350, 'Total'], [545, '>21.90'])]]);
    const [without] = rowsOf([[...rows, ...line(140, [350, 'Total'], [545, '>29.90'])]]);
    expect(withSum?.description?.confidence).toBeGreaterThan(without?.description?.confidence ?? 1);
    expect(withSum?.description?.value).toBe('Bolt M8');
  });

  it('falls with the words of a recognised text, and less for its figures', () => {
    const page = buildPage(1, rows);
    const read = (certainty: number) =>
      readPages([{ ...page, source: 'ocr', words: page.words.map((word) => ({ ...word, confidence: certainty })) }], LINES)[1];
    expect(read(0.6)?.description?.confidence).toBeLessThan(0.6);
    expect(read(0.99)?.description?.confidence).toBeGreaterThan(0.85);
    expect(read(0.6)?.line_total?.confidence).toBeGreaterThan(read(0.6)?.description?.confidence ?? 1);
  });
});
