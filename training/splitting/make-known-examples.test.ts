import { describe, expect, it } from 'vitest';
import { KNOWN_MARKS } from '#lib/extraction/memory/known-pages.ts';
import { MARKS } from '#lib/extraction/splitting/compare-pages.ts';
import { readingOfLines } from '#lib/extraction/testing/reading-of-lines.ts';
import { createRandom } from '../learning/random.ts';
import { KNOWN_DECAY, learnBoundaries } from './learn-boundaries.ts';
import { makeKnownExamples } from './make-known-examples.ts';
import { measureStacks } from './measure-stacks.ts';
import { type StackDocument, toStackDocument } from './stack-document.ts';

const LAYOUTS = 6;
const COPIES = 5;

/** Documents of two pages, whose pages have words of their layout; in each a few are other ones. */
function makeDocuments(): StackDocument[] {
  const random = createRandom(3);
  const word = () => Array.from({ length: 6 }, () => 'bcdfglmnrstaeiou'[Math.floor(random() * 16)]).join('');
  const line = () => Array.from({ length: 5 }, word).join(' ');
  return Array.from({ length: LAYOUTS }, () => [1, 2].map(() => [1, 2, 3, 4].map(line))).flatMap((layout, at) =>
    Array.from({ length: COPIES }, (_, copy) => {
      const { pages } = readingOfLines(layout.map((lines) => [...lines, line()]));
      return toStackDocument('made', `${at}.${copy}`, pages)!;
    }),
  );
}

describe('makeKnownExamples', () => {
  const documents = makeDocuments();
  const examples = makeKnownExamples(documents, () => -0.5);

  it('makes the same for the same documents, with what other marks say, and nothing where no layout was approved', {
    timeout: 600_000,
  }, () => {
    expect(makeKnownExamples(documents, () => -0.5)).toEqual(examples);
    expect(examples.every(({ odds }) => odds === -0.5)).toBe(true);
    expect(examples.some(({ marks }) => marks.every((mark) => mark === 0))).toBe(true);
    expect(examples.some(({ marks, begins }) => begins && marks[0]! > 0.5)).toBe(true);
    expect(examples.some(({ marks, begins }) => !begins && marks[2]! > 0.5)).toBe(true);
  });

  it('gives weights with which stacks of approved layouts are split right, and others as by their pages alone', {
    timeout: 600_000,
  }, () => {
    const learned = learnBoundaries(examples, KNOWN_DECAY);
    expect(learned[0]).toBeGreaterThan(1);
    expect(learned[2]).toBeLessThan(-1);
    const alone = MARKS.map((name) => (name === 'always' ? -0.5 : 0));
    const weights = { version: 1, marks: MARKS, weights: alone, known: { marks: KNOWN_MARKS, weights: learned } };
    const [unknown, once] = measureStacks(documents, documents, { counts: [0, 1], weights })!;
    expect(unknown).toMatchObject({ found: 0, wrong: 0, right: 0 });
    expect(once).toMatchObject({ missed: 0, wrong: 0, right: once!.stacks });
  });
});
