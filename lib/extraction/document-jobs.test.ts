import { describe, expect, it } from 'vitest';
import { profileOf } from './classes/profile.ts';
import { classify } from './classify.ts';
import { split } from './split.ts';
import { readingOfLines } from './testing/reading-of-lines.ts';

describe('a classification', () => {
  const classes = ['Invoice', 'Delivery note', 'Bank statement'].map((name) => ({ name, description: '', keywords: [], examples: [] }));

  it('goes by the title, also in another language', () => {
    const reading = readingOfLines([[{ text: 'Lieferschein', size: 22 }, 'Zur Rechnung 4711 vom 3. Mai', 'Zwei Pakete, ein Sack']]);
    const { class: found, confidence, classes: all } = classify(reading, { classes });
    expect(found).toBe('Delivery note');
    expect(confidence).toBeGreaterThan(0.5);
    expect(all[0]?.evidence[0]).toMatchObject({ page: 1, text: 'Lieferschein' });
    expect(all.reduce((sum, entry) => sum + entry.confidence, 0)).toBeLessThanOrEqual(1);
  });

  it('goes by the given keywords for classes of one’s own', () => {
    const own = [
      { name: 'Wash list', description: '', keywords: ['towels', 'bed linen'], examples: [] },
      { name: 'Menu', description: '', keywords: ['starter', 'dessert'], examples: [] },
    ];
    expect(classify(readingOfLines([['12 towels', '4 sets of bed linen']]), { classes: own }).class).toBe('Wash list');
  });

  it('is null when nothing speaks for any class', () => {
    expect(
      classify(readingOfLines([['Once upon a time there was a king who had three daughters and no money at all.']]), { classes }).class,
    ).toBeNull();
  });
});

describe('a splitting', () => {
  const ranges = (pages: Parameters<typeof readingOfLines>[0]) =>
    split(readingOfLines(pages)).segments.map(({ first_page, last_page }) => [first_page, last_page]);
  const foot = (text: string) => ({ text, at: 0.95 });

  it('follows printed page numbers', () => {
    const page = (number: number, of: number) => ['Some words of the page that say little', foot(`Page ${number} of ${of}`)];
    expect(ranges([page(1, 2), page(2, 2), page(1, 1), page(1, 3), page(2, 3), page(3, 3)])).toEqual([
      [1, 2],
      [3, 3],
      [4, 6],
    ]);
  });

  it('sees that the letterhead and the title changed', () => {
    const sender = (name: string, title: string, reference: string) => [
      `${name} Ltd Main street Oxford telephone`,
      { text: title, size: 20 },
      `Our reference ${reference}`,
      'Dear customer',
    ];
    expect(
      ranges([
        sender('Alder', 'Invoice', 'AL-20417'),
        sender('Birch', 'Delivery note', 'BI-99182'),
        ['More goods', 'Our reference BI-99182'],
      ]),
    ).toEqual([
      [1, 1],
      [2, 3],
    ]);
  });

  it('leaves blank pages between documents to none of them', () => {
    expect(ranges([['Invoice of the mill'], [], [{ text: 'Delivery note', size: 20 }, 'Two sacks'], []])).toEqual([
      [1, 1],
      [3, 3],
    ]);
    expect(ranges([[], []])).toEqual([[1, 2]]);
  });

  it('only proposes a boundary that it is not sure of, and says why', () => {
    const { segments } = split(readingOfLines([['Some words of one page'], [{ text: 'Invoice', size: 20 }, 'Number AL-20417']]));
    for (const { proposed, confidence, reasons } of segments) {
      expect(proposed).toBe(confidence < 0.85);
      expect(reasons.length).toBeGreaterThan(0);
    }
  });
});

describe('a classification by examples', () => {
  it('goes by what the examples have in common when the names say nothing', () => {
    const page = (...words: string[]) => readingOfLines([words]);
    const examples = new Map([
      [
        'A',
        [profileOf(page('towels bedding laundry counted', 'bleach at ninety')), profileOf(page('laundry bedding pillow', 'counted twice'))],
      ],
      ['B', [profileOf(page('starter dessert cheese', 'soup of the day')), profileOf(page('dessert soup roast', 'of the house'))]],
    ]);
    const classes = ['A', 'B'].map((name) => ({ name, description: '', keywords: [], examples: [] }));
    const { class: found, classes: ranking } = classify(page('pillow laundry bedding', 'counted by hand'), { classes, examples });
    expect(found).toBe('A');
    expect(ranking.map(({ name }) => name)).toEqual(['A', 'B']);
  });
});
