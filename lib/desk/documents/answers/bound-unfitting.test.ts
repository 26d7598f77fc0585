import { expect, test } from 'vitest';
import { boundUnfitting } from './bound-unfitting.ts';

const many = (count: number, value: unknown) => Object.fromEntries(Array.from({ length: count }, (_, at) => [`/extra/${at}`, value]));

test('a few values are listed as they are', () => {
  const unfitting = { '/usage': { pages: 1 }, '/trace': 'short' };
  expect(boundUnfitting(unfitting)).toEqual({ listed: unfitting, left: 0 });
});

test('of many values the first 300 are listed and the others counted', () => {
  const { listed, left } = boundUnfitting(many(1_540, 'x'));
  expect(Object.keys(listed)).toHaveLength(300);
  expect(Object.keys(listed)[299]).toBe('/extra/299');
  expect(left).toBe(1_240);
});

test('long values are shortened, and all together stay small', () => {
  const { listed, left } = boundUnfitting({ '/trace': 'x'.repeat(5_000_000), ...many(500, 'y'.repeat(3_000)) });
  expect(Buffer.byteLength(JSON.stringify(listed))).toBeLessThan(65_000);
  expect(listed['/trace']).toMatch(/^x{2000}…$/);
  expect(Object.keys(listed).length + left).toBe(501);
});
