import fc from 'fast-check';
import { expect, test } from 'vitest';
import { matchesPattern } from './match-pattern.ts';

/** What a single character may be in a pattern, and the places that match none. */
const ATOMS = [
  ...['a', 'b', '1', 'ä', '😀', '-', '.', '\\.', '\\d', '\\D', '\\w', '\\W', '\\s', '\\S', '\\u0061', '\\x62', '\\p{L}', '\\P{Lu}'],
  ...['[ab]', '[^a]', '[a-c1]', '[\\s\\d]', '[^\\w😀]', '[\\u{1F600}-\\u{1F64F}]'],
  ...['^', '$', '\\b', '\\B'],
];
const REPETITIONS = ['*', '+', '?', '{2}', '{0,2}', '{1,}'];
/** With what JavaScript and other engines judge differently: a no-break space and the ends of lines. */
const CHARACTERS = ['a', 'b', 'c', '1', 'A', 'ä', '😀', '-', '_', ' ', '\u00a0', '\n', '\r', '\u2028'];

function patternOf(single: fc.Arbitrary<string>): fc.Arbitrary<string> {
  const part = fc
    .tuple(single, fc.option(fc.constantFrom(...REPETITIONS)), fc.boolean())
    .map(([source, repetition, isLazy]) =>
      repetition === null || /^(?:\^|\$|\\b|\\B)$/.test(source) ? source : `${source}${repetition}${isLazy ? '?' : ''}`,
    );
  const sequence = fc.array(part, { maxLength: 3 }).map((parts) => parts.join(''));
  return fc.array(sequence, { minLength: 1, maxLength: 2 }).map((branches) => branches.join('|'));
}

/** Any pattern that the docs promise, with groups in groups; deeper ones would take JavaScript's own expressions too long. */
const atom = fc.constantFrom(...ATOMS);
const grouped = (inner: fc.Arbitrary<string>) =>
  fc.oneof(
    { arbitrary: atom, weight: 3 },
    fc.tuple(fc.constantFrom('(?:', '('), inner).map(([opening, source]) => `${opening}${source})`),
  );
const pattern = patternOf(grouped(patternOf(grouped(patternOf(atom)))));

test('any pattern that can be used matches exactly what JavaScript’s own expression matches', () => {
  const texts = fc.array(fc.string({ unit: fc.constantFrom(...CHARACTERS), maxLength: 8 }), { minLength: 8, maxLength: 8 });
  fc.assert(
    fc.property(pattern, texts, (source, given) => {
      const native = new RegExp(`^(?:${source})$`, 'u');
      expect(given.map((text) => matchesPattern(source, text))).toEqual(given.map((text) => native.test(text)));
    }),
    { numRuns: 1500 },
  );
});
