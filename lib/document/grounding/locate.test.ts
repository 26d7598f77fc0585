import { describe, expect, it } from 'vitest';
import type { Page } from '#lib/contract/service/reading.ts';
import { emptyPage } from '../geometry/empty-page.ts';
import { locate } from './locate.ts';

/** A page whose lines are the given texts, one under the other. */
function pageOf(lines: string[], confidence?: number): Page {
  const page = emptyPage({ number: 1, width: 600, height: 800, source: 'text', display: 'image' });
  for (const [row, line] of lines.entries()) {
    const first = page.words.length;
    const top = 0.05 + row * 0.03;
    for (const [column, text] of line.split(' ').entries())
      page.words.push({
        text,
        ...(confidence === undefined ? {} : { confidence }),
        box: [0.05 + column * 0.1, top, 0.13 + column * 0.1, top + 0.02],
      });
    page.lines.push({ words: [first, page.words.length], box: [0.05, top, 0.9, top + 0.02] });
  }
  return page;
}

describe('locate', () => {
  it('finds amounts in any notation', () => {
    const page = pageOf(['Netto 1.234,50 EUR', 'Gross $1,469.06', 'Credit (12.50)', 'Betrag 1 234,50']);
    expect(locate(1234.5, 'money', [page]).map((place) => place.text)).toEqual(['1.234,50', '1 234,50']);
    expect(locate(1469.06, 'money', [page])[0]?.text).toBe('$1,469.06');
    expect(locate(-12.5, 'money', [page])[0]?.text).toBe('(12.50)');
  });
  it('finds dates in any spelling', () => {
    const page = pageOf(['am 12. März 2024', 'or 03/12/2024', 'or 2024-03-13']);
    expect(locate('2024-03-12', 'date', [page]).map((place) => place.text)).toEqual(['12. März 2024', '03/12/2024']);
  });
  it('finds texts across case, accents, punctuation and line ends', () => {
    const page = pageOf(['for MÜLLER & SÖHNE', 'GmbH, Köln']);
    const [place] = locate('Muller Sohne GmbH', 'string', [page]);
    expect(place?.text).toBe('MÜLLER & SÖHNE GmbH,');
    expect(place?.words).toEqual([1, 2, 3, 4]);
  });
  it('forgives slips of recognition when nothing agrees better', () => {
    const page = pageOf(['N0RTHWIND TRADlNG C0MPANY', 'somewhere else'], 0.8);
    expect(locate('Northwind Trading Company', 'string', [page])[0]?.text).toBe('N0RTHWIND TRADlNG C0MPANY');
    expect(locate('Northwest Trailing Campaign', 'string', [page])).toEqual([]);
  });
  it('takes no code for another one that recognition could have made of it, where the text was not recognised', () => {
    expect(locate('ZZZ-9', 'string', [pageOf(['Row 2229'])])).toEqual([]);
    expect(locate('ZZZ-9', 'string', [pageOf(['Row 2229'], 0.8)])[0]?.text).toBe('2229');
  });
  it('prefers the place beside the label', () => {
    const page = pageOf(['Invoice 4711', 'Order 4711', 'Customer 4711']);
    expect(locate('4711', 'string', [page], { label: 'order number' })[0]?.words).toEqual([3]);
  });
  it('finds each entry of a list, and nothing where nothing stands', () => {
    const page = pageOf(['Ann Lee and Bob Ray']);
    expect(locate(['Bob Ray', 'Ann Lee'], 'list', [page]).map((place) => place.text)).toEqual(['Bob Ray', 'Ann Lee']);
    expect(locate('Carl', 'string', [page])).toEqual([]);
    expect(locate(null, 'string', [page])).toEqual([]);
  });
});
