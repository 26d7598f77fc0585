import { expect, test } from 'vitest';
import { writeJson } from './write-json.ts';

const rows = Array.from({ length: 20_000 }, (_, at) => ({ at, text: `entry "${at}" ü`, nothing: null }));

test.each([
  ['a record', { a: 1, b: [true, null, 'x'] }],
  ['a long list', rows],
  ['long lists in a record', { rows, 'a "name"': { rows }, empty: {}, none: [] }],
  ['nothing', null],
])('%s is written as JSON', (_what, value) => {
  expect(JSON.parse(Buffer.concat([...writeJson(value)]).toString())).toEqual(value);
});

test('a long list is written in many pieces', () => {
  const pieces = [...writeJson(rows)];
  expect(pieces.length).toBeGreaterThan(10);
  expect(Math.max(...pieces.map(({ length }) => length))).toBeLessThan(150_000);
});

test('a text is given as it is', () => {
  expect(Buffer.concat([...writeJson('<h1>Welcome</h1>')]).toString()).toBe('<h1>Welcome</h1>');
});
