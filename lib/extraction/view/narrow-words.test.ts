import { describe, expect, it } from 'vitest';
import type { Box } from '#lib/contract/service/box.ts';
import type { Page } from '#lib/contract/service/reading.ts';
import { buildPage } from '../testing/build-reading.ts';
import { narrowWords } from './narrow-words.ts';

/** A page of one line whose words have these boxes. */
function pageOf(source: Page['source'], boxes: Box[]): Page {
  const page = buildPage(1, [{ text: boxes.map(() => 'word').join(' '), x: 40, y: 40 }]);
  return { ...page, source, words: page.words.map((word, index) => ({ ...word, box: boxes[index] ?? word.box })) };
}
const LONG: Box = [0.1, 0.1, 0.6, 0.12];

describe('narrowWords', () => {
  it('ends a recognised word where the next one of its line begins', () => {
    const [first, second] = narrowWords(pageOf('ocr', [LONG, [0.3, 0.1, 0.4, 0.12]])).words;
    expect(first?.box[2]).toBeLessThan(0.3);
    expect(first?.box[2]).toBeGreaterThan(0.2);
    expect(second?.box).toEqual([0.3, 0.1, 0.4, 0.12]);
  });

  it('leaves words that stand under one another as they are, and printed pages', () => {
    const column = pageOf('ocr', [LONG, [0.11, 0.14, 0.6, 0.16]]);
    expect(narrowWords(column).words[0]?.box).toEqual(LONG);
    const printed = pageOf('text', [LONG, [0.3, 0.1, 0.4, 0.12]]);
    expect(narrowWords(printed)).toBe(printed);
  });
});
