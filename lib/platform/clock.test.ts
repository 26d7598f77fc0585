import { expect, test } from 'vitest';
import { newId, newIdOf } from './clock.ts';

test('new ids are version 7 UUIDs that sort in the order of their making', () => {
  const ids = Array.from({ length: 20_000 }, newId);
  expect(ids.every((id) => /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/.test(id))).toBe(true);
  expect([...ids].sort()).toEqual(ids);
  expect(new Set(ids).size).toBe(ids.length);
  expect(Math.abs(Number.parseInt(ids[0]!.replace('-', '').slice(0, 12), 16) - Date.now())).toBeLessThan(60_000);
});

test('an id of a time sorts among those of that time', () => {
  const of = (iso: string) => newIdOf(new Date(iso));
  const ids = [of('2024-01-01T00:00:00.000Z'), of('2024-01-01T00:00:00.001Z'), of('2026-05-01T00:00:00.000Z'), newId()];
  expect(ids[0]).toMatch(/^018cc251-f400-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  expect([...ids].sort()).toEqual(ids);
});
