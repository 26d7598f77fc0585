import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#lib/platform/database/testing/test-database.ts';
import { findJsonFault } from './find-json-fault.ts';
import { toStorable } from './storable-json.ts';

let test: TestDatabase;
beforeAll(async () => {
  test = await createTestDatabase();
});
afterAll(() => test.close());

const keep = async (value: unknown) => (await test.database.execute(sql`select ${JSON.stringify(value)}::jsonb as kept`)).rows[0]?.kept;

describe('what the database can keep', () => {
  it.each([
    ['NUL', { a: ['x\0y'] }, { a: ['xy'] }],
    ['an incomplete character', { a: 'x\uD83D' }, { a: 'x\uFFFD' }],
    ['NUL in a key', { 'k\0': 1 }, { k: 1 }],
  ])('is not %s; it is taken out', async (_name, value, cleaned) => {
    expect(findJsonFault(value)).toMatch(/NUL or an incomplete/);
    await expect(keep(value)).rejects.toThrow();
    expect(toStorable(value)).toEqual(cleaned);
    expect(await keep(toStorable(value))).toEqual(cleaned);
  });

  it.each([[{ a: '😀 ünï \\u0000 \\ud83d', b: [null, 1.5, true] }], ['text'], [null]])('is anything else, unchanged: %j', async (value) => {
    expect(findJsonFault(value)).toBeNull();
    expect(toStorable(value)).toEqual(value);
    expect(await keep(value)).toEqual(value);
  });
});
