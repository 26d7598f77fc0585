import fc from 'fast-check';
import { expect, test } from 'vitest';
import { findPatternFault, matchesPattern } from './match-pattern.ts';

const PATTERNS = [
  '',
  'a',
  'a|b|',
  'a*b+c?',
  '(?:ab|a)(?:c|bcd)(?:d*)',
  '(a|b)*abb',
  '[ab]{2,3}c{0,2}',
  '(?:a?){3}a{2}',
  '(?:a*)*b',
  '[^a]\\d?',
  '^a.b$',
  'a\\b.',
  'a\\Bb',
  '(?<part>ab){2}?c*?',
  '\\p{Lu}\\u0061|\\x62{2}',
  'ä[ß-ü]?|😀{2}',
  '[\\]a-]+',
  '(?:){5}a',
  'a{2,}',
];

test('a pattern matches exactly what JavaScript’s own expression matches', () => {
  const text = fc.string({ unit: fc.constantFrom('a', 'b', 'c', 'd', 'A', '1', 'ä', 'ü', '😀', ']', '-', '\n', ' '), maxLength: 7 });
  for (const pattern of PATTERNS) {
    const native = new RegExp(`^(?:${pattern})$`, 'u');
    fc.assert(
      fc.property(text, (given) => {
        expect(matchesPattern(pattern, given), pattern).toBe(native.test(given));
      }),
      { numRuns: 300 },
    );
  }
});

test('usual patterns of schemas work', () => {
  expect(matchesPattern('[A-Z]{2}\\d{2}(?: ?[A-Z0-9]{4}){3,7}', 'DE89 3704 0044 0532')).toBe(true);
  expect(matchesPattern('(?:\\d{1,3}\\.){3}\\d{1,3}', '10.0.12.255')).toBe(true);
  expect(matchesPattern('RE-\\d{4}-\\d+', 'RE-2026-')).toBe(false);
});

test('patterns that take for ever elsewhere are answered at once', () => {
  const started = performance.now();
  const text = `${'a'.repeat(499)}!`;
  for (const pattern of ['(a+)+', '(a|a)*', '(a|aa)+', '(?:a?){300}a{300}', '.*.*.*.*=', '(?:(?:a*)*)*', '\\w+\\w+\\w+\\w+b'])
    expect(matchesPattern(pattern, text), pattern).toBe(false);
  // for ever is longer, also on a slow machine
  expect(performance.now() - started).toBeLessThan(60_000);
});

test('what cannot be matched in bounded time is refused with the reason', () => {
  expect(findPatternFault('(a)\\1')).toMatch(/refers back/);
  expect(findPatternFault('(?<n>a)\\k<n>')).toMatch(/refers back/);
  for (const pattern of ['(?=a)', 'a(?!b)', '(?<=a)b', '(?<!a)b']) expect(findPatternFault(pattern)).toMatch(/ahead or behind/);
  for (const pattern of ['(((a{100}){100}){100}){100}', '((()' + '{1000}){1000}){1000}', 'a{1001}'])
    expect(findPatternFault(pattern), pattern).toMatch(/repeat/);
  expect(findPatternFault('(')).toMatch(/not a regular expression/);
  expect(matchesPattern('(?=a)a', 'a')).toBeNull();
  expect(findPatternFault('[A-Z]{2}-\\d+')).toBeNull();
});

test('many comparisons share one budget, and say when it is spent', () => {
  const budget = { left: 200_000 };
  const answers = Array.from({ length: 1000 }, () => matchesPattern('(?:(?:a?){30}){30}', `${'a'.repeat(499)}!`, budget));
  expect(answers.at(-1)).toBe('given_up');
  // what is under way when the budget ends finishes its character
  expect(budget.left).toBeGreaterThan(-10_000);
});
