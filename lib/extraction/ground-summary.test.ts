import { describe, expect, it } from 'vitest';
import { groundSummary } from './ground-summary.ts';
import { readingOfLines } from './testing/reading-of-lines.ts';

const reading = readingOfLines([
  [
    'This agreement is made between Alder Mill Ltd and Birch Bakery about the supply of flour.',
    'The mill delivers 40 tonnes of flour in each month of the year 2026.',
    'The bakery pays 1,250.00 EUR for a tonne within thirty days of the delivery.',
    'The agreement ends when either of them says so three months before the end of a year.',
    'The bakery opens its gate to the drivers of the mill from five in the morning on.',
  ],
  [
    'The ferry brings the flour over the lake as long as the bridge of the valley is closed.',
    'Sacks that got wet are taken back by the mill.',
  ],
]);
const ground = (...sentences: { text: string; quote: string }[]) => groundSummary(reading, sentences, { maxSentences: null });

describe('a summary in a model’s words', () => {
  it('keeps a sentence whose quote stands in the document, with the place of the quote', () => {
    const { sentences, dropped } = ground({
      text: 'Birch Bakery buys flour of Alder Mill.',
      quote: 'made between Alder Mill Ltd and Birch Bakery about the supply of flour',
    });
    expect(dropped).toBe(0);
    expect(sentences).toMatchObject([
      { text: 'Birch Bakery buys flour of Alder Mill.', evidence: [{ page: 1, text: expect.stringContaining('Alder Mill Ltd') }] },
    ]);
  });

  it('finds a quote on a later page, whatever its quotation marks and case', () => {
    const { sentences } = ground({ text: 'The ferry brings the flour.', quote: '“the ferry brings the flour over the lake”' });
    expect(sentences[0]?.evidence[0]?.page).toBe(2);
  });

  it.each([
    [
      'an invented quote',
      { text: 'The mill gives a discount on flour.', quote: 'The mill grants a discount of five percent on all orders' },
    ],
    ['a quote too short to prove anything', { text: 'The mill delivers flour.', quote: 'the mill' }],
    ['no quote', { text: 'The mill delivers flour.', quote: '' }],
    [
      'a figure that is not there',
      { text: 'The mill delivers 60 tonnes of flour.', quote: 'The mill delivers 40 tonnes of flour in each month' },
    ],
    [
      'words that have nothing to do with the page',
      { text: 'Shareholders approve dividends annually.', quote: 'The mill delivers 40 tonnes of flour in each month' },
    ],
  ])('drops a sentence with %s', (_fault, sentence) => {
    expect(ground(sentence)).toEqual({ sentences: [], dropped: 1 });
  });

  it('takes figures in another notation', () => {
    expect(ground({ text: 'A tonne costs 1.250,00 EUR.', quote: 'The bakery pays 1,250.00 EUR for a tonne' }).sentences).toHaveLength(1);
  });

  describe('about figures', () => {
    const invoice = readingOfLines([
      [
        'The bakery pays the mill 12,500.00 EUR for the sacks that were delivered on 01.03.2026.',
        'For the ferry it pays 3 700 EUR within thirty days, and 1.234 EUR as a deposit.',
        'A sack holds 25 kg or 0.5 cubic feet of flour; customer number 0042.',
      ],
    ]);
    const quote = 'The bakery pays the mill 12,500.00 EUR for the sacks';
    const keeps = (figure: string) =>
      groundSummary(invoice, [{ text: `The bakery pays ${figure} to the mill.`, quote }], { maxSentences: null }).sentences.length === 1;

    it.each([
      '12,500.00 EUR',
      '12.500,00 EUR',
      '12 500 EUR',
      "12'500 EUR",
      '12500 EUR',
      '3,700 EUR',
      '3700.00 EUR',
      '1,234 EUR',
      'EUR 1.234,00',
      '25 kg',
      '0.50',
      'on 1 March 2026',
      'on 2026-03-01',
      'under number 42',
    ])('keeps %s', (figure) => {
      expect(keeps(figure)).toBe(true);
    });

    it.each([
      '2,500 EUR',
      '500 EUR',
      '12 EUR',
      '12.5 EUR',
      '125 EUR',
      '700 EUR',
      '1.23 EUR',
      '7 days',
      '2 sacks',
      '5 cubic feet',
      'on 20 March',
      'in 202',
    ])('drops %s', (figure) => {
      expect(keeps(figure)).toBe(false);
    });

    it('does not join numbers that stand in columns', () => {
      const table = readingOfLines([
        ['Sacks of flour for the bakery by the mill: 40 250,00 EUR for all of them', 'The ferry brings them over the lake in spring.'],
      ]);
      const page = table.pages[0]!;
      const from = page.words.findIndex(({ text }) => text === '250,00');
      const columns = page.words.map((word, index) => {
        const [left, top, right, bottom] = word.box;
        return index < from ? word : { ...word, box: [left + 0.05, top, right + 0.05, bottom] as typeof word.box };
      });
      const keptOf = (words: typeof columns, text: string) =>
        groundSummary({ pages: [{ ...page, words }] }, [{ text, quote: 'Sacks of flour for the bakery by the mill' }], {
          maxSentences: null,
        }).sentences.length;
      const [apart, joined] = ['The bakery gets 40 sacks of flour.', 'The flour costs 40,250 EUR.'];
      expect([keptOf(columns, apart), keptOf(columns, joined)]).toEqual([1, 0]);
      expect([keptOf(page.words, apart), keptOf(page.words, joined)]).toEqual([0, 1]);
    });
  });

  it('says nothing twice and is at most 30 % of the text', () => {
    const long = {
      text: `The mill delivers flour ${'to the bakery of the valley '.repeat(4)}every month.`,
      quote: 'The mill delivers 40 tonnes of flour in each month',
    };
    const others = ['The mill', 'The bakery', 'The flour'].map((begin) => ({ ...long, text: `${begin} and ${long.text}` }));
    const { sentences, dropped } = ground(long, long, ...others);
    const all = reading.pages.flatMap(({ words }) => words.map(({ text }) => text)).join(' ').length;
    expect(sentences.length).toBeGreaterThan(0);
    expect(new Set(sentences.map(({ text }) => text)).size).toBe(sentences.length);
    expect(sentences.map(({ text }) => text).join(' ').length).toBeLessThanOrEqual(0.3 * all);
    expect(dropped).toBe(0);
  });
});
