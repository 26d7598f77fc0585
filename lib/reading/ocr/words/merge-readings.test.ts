import { describe, expect, it } from 'vitest';
import type { LineWord } from './line-word.ts';
import { mergeReadings } from './merge-readings.ts';

/** Words set ten columns a character, `at` is the first column. */
const word = (text: string, at: number, confidence: number): LineWord => ({
  text,
  confidence,
  left: at,
  right: at + text.length * 10 - 4,
});
const texts = (words: LineWord[]) => words.map(({ text }) => text);

describe('mergeReadings', () => {
  it('is surer of a word that both readers have', () => {
    const [merged] = mergeReadings([word('Invoice', 0, 0.8)], [word('Invoice', 1, 0.7)]);
    expect(merged!.text).toBe('Invoice');
    expect(merged!.confidence).toBeGreaterThan(0.9);
  });

  it('takes accents, sharp s and currency signs from the second reader', () => {
    expect(texts(mergeReadings([word('Grosse', 0, 0.9)], [word('Größe', 0, 0.85)]))).toEqual(['Größe']);
    expect(texts(mergeReadings([word('Lodz', 0, 0.99)], [word('Łódź', 0, 0.95)]))).toEqual(['Łódź']);
    expect(texts(mergeReadings([word('ptatna', 0, 0.99)], [word('płatna', 0, 0.95)]))).toEqual(['płatna']);
    expect(texts(mergeReadings([word('Cuando', 0, 0.99)], [word('¿Cuándo', 0, 0.95)]))).toEqual(['¿Cuándo']);
    expect(texts(mergeReadings([word('StraBe', 0, 0.6)], [word('Straße', 0, 0.9)]))).toEqual(['Straße']);
    expect(texts(mergeReadings([word('12,50', 0, 0.99)], [word('12,50', 0, 0.95), word('€', 60, 0.96)]))).toEqual(['12,50', '€']);
  });

  it('does not let the second reader turn a ruling into a digit or a mark', () => {
    expect(texts(mergeReadings([word('0,79', 10, 0.93)], [word('10,79', 0, 0.7)]))).toEqual(['0,79']);
    expect(texts(mergeReadings([word('Preis', 10, 0.95)], [word('|Preis', 0, 0.8)]))).toEqual(['Preis']);
  });

  it('keeps digits that the first reader is sure of, and a decimal point that the second lost', () => {
    expect(texts(mergeReadings([word('19.00', 0, 0.99)], [word('18.00', 0, 0.8)]))).toEqual(['19.00']);
    expect(texts(mergeReadings([word('2.50', 0, 0.8)], [word('250', 0, 0.9)]))).toEqual(['2.50']);
  });

  it('doubts a word on which the readers differ', () => {
    const [merged] = mergeReadings([word('unier', 0, 0.54)], [word('unser', 0, 0.87)]);
    expect(merged!.text).toBe('unser');
    expect(merged!.confidence).toBeLessThan(0.8);
  });

  it('opens words where the second reader sees a space, but does not open numbers', () => {
    const open = mergeReadings([word('Nr.47110', 0, 0.9)], [word('Nr.', 0, 0.9), word('47110', 35, 0.9)]);
    expect(texts(open)).toEqual(['Nr.', '47110']);
    const number = mergeReadings([word('-5,00', 0, 0.9)], [word('-5,', 0, 0.9), word('00', 33, 0.9)]);
    expect(texts(number)).toEqual(['-5,00']);
  });

  it('keeps words that the second reader does not see, with less trust', () => {
    expect(mergeReadings([word('Stahlcoil', 0, 0.9)], [])).toEqual([{ ...word('Stahlcoil', 0, 0.9), confidence: expect.closeTo(0.72, 2) }]);
  });

  it('does not take specks for words', () => {
    expect(texts(mergeReadings([word('Total', 0, 0.9)], [word('Total', 0, 0.9), word('~', 80, 0.9), word('a', 120, 0.4)]))).toEqual([
      'Total',
    ]);
  });
});
