import { createContext, Script } from 'node:vm';
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

/** Any pattern that the docs promise, with groups in groups. */
const atom = fc.constantFrom(...ATOMS);
const grouped = (inner: fc.Arbitrary<string>) =>
  fc.oneof(
    { arbitrary: atom, weight: 3 },
    fc.tuple(fc.constantFrom('(?:', '('), inner).map(([opening, source]) => `${opening}${source})`),
  );
const pattern = patternOf(grouped(patternOf(grouped(patternOf(atom)))));

/** Of JavaScript's own expressions, which go back and try again, some take longer than anybody waits. */
const LONGEST_MS = 300;
const context = createContext({ source: '', given: [] });
const script = new Script('given.map((text) => new RegExp("^(?:" + source + ")$", "u").test(text))');

/** What JavaScript's own expression matches; null where that takes too long. */
function matchNatively(source: string, given: readonly string[]): boolean[] | null {
  Object.assign(context, { source, given });
  try {
    return [...(script.runInContext(context, { timeout: LONGEST_MS }) as boolean[])];
  } catch (error) {
    if ((error as { code?: unknown }).code === 'ERR_SCRIPT_EXECUTION_TIMEOUT') return null;
    throw error;
  }
}

test('any pattern that can be used matches exactly what JavaScript’s own expression matches', () => {
  const texts = fc.array(fc.string({ unit: fc.constantFrom(...CHARACTERS), maxLength: 8 }), { minLength: 8, maxLength: 8 });
  let compared = 0;
  fc.assert(
    fc.property(pattern, texts, (source, given) => {
      const native = matchNatively(source, given);
      const own = given.map((text) => matchesPattern(source, text));
      if (native === null) return;
      compared += 1;
      expect(own).toEqual(native);
    }),
    { numRuns: 1500 },
  );
  expect(compared).toBeGreaterThan(1400);
});

test('an expression that JavaScript would try for ages is given up, so that the comparison ends', () => {
  expect(matchNatively('(?:(?:a*)*)*b', ['a'.repeat(40)])).toBeNull();
  expect(matchNatively('a+', ['aa', 'b'])).toEqual([true, false]);
});
