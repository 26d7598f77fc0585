import { expect, test } from 'vitest';
import type { Page } from '#lib/contract/service/reading.ts';
import { searchPage, searchPageForAny } from './search-page.ts';

/** A page with these lines of words. */
function pageOf(...lines: string[]): Page {
  const words = lines.flatMap((line, row) =>
    line.split(' ').map((text, column) => ({
      text,
      box: [column * 0.25, row * 0.25, column * 0.25 + 0.125, row * 0.25 + 0.125] as [number, number, number, number],
    })),
  );
  const rest = { lines: [], blocks: [], tables: [], form_fields: [], tick_boxes: [], links: [] };
  return { number: 3, width: 600, height: 800, name: null, source: 'text', display: 'image', text_rotation: 0, words, ...rest };
}

const textsOf = (page: Page, sought: string) => searchPage(page, sought).map(({ text }) => text);

test('a text is found whatever its case, accents, punctuation and spaces', () => {
  const page = pageOf('Überweisung an DE12 3456 7890', 'Betrag: 1.234,50 EUR');
  expect(textsOf(page, 'uberweisung')).toEqual(['Überweisung']);
  expect(textsOf(page, 'de1234567890')).toEqual(['DE12 3456 7890']);
  expect(textsOf(page, '1234,5')).toEqual(['1.234,50']);
});

test('a part of a word is found, but not the end of one word with the beginning of the next', () => {
  const page = pageOf('Japan and China', 'sand');
  expect(textsOf(page, 'and')).toEqual(['and', 'sand']);
  expect(textsOf(page, 'nand')).toEqual([]);
  expect(textsOf(page, 'japan an')).toEqual(['Japan and']);
});

test('a match that runs over two lines has a box on each', () => {
  const [match] = searchPage(pageOf('pay to the', 'bank today'), 'the bank');
  expect(match?.boxes).toEqual([
    [0.5, 0, 0.625, 0.125],
    [0, 0.25, 0.125, 0.375],
  ]);
});

test('hidden text and nothing but punctuation find nothing; a word is one place however often the text is in it', () => {
  const page = pageOf('banana');
  expect(searchPage(page, 'an')).toHaveLength(1);
  expect(searchPage(page, ' - ')).toEqual([]);
  page.words[0]!.hidden = true;
  expect(searchPage(page, 'an')).toEqual([]);
});

test('any of several texts is found, in reading order, and each word once', () => {
  const page = pageOf('Rechnung von Grunwald', 'Grunwald GmbH Rechnungsnummer');
  const found = searchPageForAny(page, ['grunwald', 'rechnung', 'grunwald gmbh', '…']).map(({ text }) => text);
  expect(found).toEqual(['Rechnung', 'Grunwald', 'Grunwald GmbH', 'Rechnungsnummer']);
  expect(searchPageForAny(page, ['grunwald', 'rechnung'], 2)).toHaveLength(2);
});
