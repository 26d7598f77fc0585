import { describe, expect, it } from 'vitest';
import { textKey } from '#lib/document/values/fold-text.ts';
import { makeSyntheticDocument } from './make-synthetic-document.ts';

/** All kinds of documents come up in so many seeds. */
const SEEDS = Array.from({ length: 66 }, (_, seed) => seed);
const digitsOf = (text: string) => text.replace(/\D/g, '');

function wordsOf(seed: number): string[] {
  return makeSyntheticDocument(seed).reading.pages.flatMap((page) => page.words.map((word) => word.text));
}

describe('makeSyntheticDocument', () => {
  it('makes the same document for the same seed, and another for another', () => {
    expect(makeSyntheticDocument(7)).toEqual(makeSyntheticDocument(7));
    expect(makeSyntheticDocument(7).reading).not.toEqual(makeSyntheticDocument(29).reading);
  });

  it('makes every kind in turn', () => {
    const kinds = new Set(SEEDS.map((seed) => makeSyntheticDocument(seed).file.replace(/^made-up-|-?\d+$/g, '')));
    expect(kinds).toEqual(new Set(['', 'invoice', 'record', 'receipt', 'schedule', 'contract', 'slip', 'career']));
  });

  it('asks for each field once and knows its truth', () => {
    for (const seed of SEEDS) {
      const { fields, truth } = makeSyntheticDocument(seed);
      expect(fields.length).toBeGreaterThan(0);
      expect(new Set(fields.map(({ name }) => name))).toEqual(new Set(Object.keys(truth)));
      expect(new Set(fields.map(({ name }) => name)).size).toBe(fields.length);
    }
  });

  it('keeps every word on its page, in boxes that are not empty', () => {
    for (const seed of SEEDS)
      for (const page of makeSyntheticDocument(seed).reading.pages)
        for (const { text, box } of page.words) {
          expect(text.trim()).toBe(text);
          expect(box[2]).toBeGreaterThan(box[0]);
          expect(box[3]).toBeGreaterThan(box[1]);
        }
  });

  it('prints every word of a true text on its pages', () => {
    for (const seed of SEEDS) {
      const { fields, truth } = makeSyntheticDocument(seed);
      const printed = wordsOf(seed).map(textKey).join('');
      const texts = fields.filter(({ type }) => type === 'string' || type === 'list').flatMap(({ name }) => truth[name] ?? []);
      for (const text of texts)
        for (const word of String(text).split(/\s+/).map(textKey)) expect(printed, `seed ${seed}: ${text}`).toContain(word);
    }
  });

  it('prints every true amount, to the cent or whole', () => {
    for (const seed of SEEDS) {
      const { fields, truth } = makeSyntheticDocument(seed);
      const printed = wordsOf(seed).map(digitsOf).join(' ');
      for (const { name, type } of fields) {
        const value = truth[name];
        if (type !== 'money' || typeof value !== 'number') continue;
        const cents = digitsOf(Math.abs(value).toFixed(2));
        expect(printed.includes(cents) || printed.includes(String(Math.abs(value))), `seed ${seed}: ${name} ${value}`).toBe(true);
      }
    }
  });

  it('asks for values the document lacks too, so that nothing is learned as an answer', () => {
    expect(SEEDS.some((seed) => Object.values(makeSyntheticDocument(seed).truth).includes(null))).toBe(true);
  });
});
