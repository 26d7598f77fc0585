import { expect, test } from 'vitest';
import { isLongerThan, shortenJson } from './shorten-json.ts';

const sizeOf = (value: unknown) => Buffer.byteLength(JSON.stringify(value));

test('what is short stays as it is', () => {
  const value = { a: [1, null, true, 'x'], b: { c: 'ü' } };
  expect(shortenJson(value, 1_000)).toEqual(value);
});

test('long texts and lists are cut, and what is left out is said', () => {
  const short = shortenJson({ text: 'x'.repeat(5_000), list: Array.from({ length: 1_290 }, (_, at) => at) }, 10_000);
  const { text, list } = short as { text: string; list: unknown[] };
  expect(text).toBe(`${'x'.repeat(2_000)}…`);
  expect(list).toHaveLength(51);
  expect(list.at(-1)).toBe('… 1,240 more');
});

test.each([
  ['one long text', { trace: 'ü\u0001'.repeat(500_000) }],
  ['many names', Object.fromEntries(Array.from({ length: 100_000 }, (_, at) => [`name ${at}`, 'value']))],
  ['lists in lists', Array.from({ length: 200 }, () => Array.from({ length: 200 }, () => Array.from({ length: 20 }, () => 'entry')))],
  ['long names', Object.fromEntries(Array.from({ length: 100 }, (_, at) => [`${at}${'n'.repeat(50_000)}`, at]))],
])('the beginning of %s is not much longer than asked for', (_what, value) => {
  expect(sizeOf(shortenJson(value, 100_000))).toBeLessThan(115_000);
});

test('no character is cut in two', () => {
  expect(shortenJson(`${'x'.repeat(1_999)}😀${'x'.repeat(9)}`, 9_000)).toBe(`${'x'.repeat(1_999)}…`);
});

test.each([[{ a: 'xyz', b: [1, 22, null] }], ['ü\u0001"'], [[]], [{ deep: { deep: [{ deep: 'text' }] } }]])(
  'the size of %j is told to within a tenth',
  (value) => {
    expect(isLongerThan(value, sizeOf(value) * 1.1 + 2)).toBe(false);
    expect(isLongerThan(value, sizeOf(value) * 0.9 - 2)).toBe(true);
  },
);
