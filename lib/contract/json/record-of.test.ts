import { expect, test } from 'vitest';
import { z } from 'zod';
import { newRecord } from './new-record.ts';
import { ownValue } from './own-value.ts';
import { recordOf } from './record-of.ts';

const TEXT = '{"__proto__": {"at": 1}, "constructor": {"at": 2}, "toString": {"at": 3}}';

test('a record keeps keys that every object has, and checks their values', () => {
  const record = recordOf(z.object({ at: z.number() }));
  expect(JSON.stringify(record.parse(JSON.parse(TEXT)))).toBe('{"constructor":{"at":2},"toString":{"at":3},"__proto__":{"at":1}}');
  expect(Object.getPrototypeOf(record.parse(JSON.parse(TEXT)))).toBe(Object.prototype);
  const wrong = record.safeParse(JSON.parse('{"__proto__": {"at": "x"}}'));
  expect(wrong.error?.issues.map(({ path }) => path)).toEqual([['__proto__', 'at']]);
  expect(record.safeParse(5).success).toBe(false);
  const nested = z
    .object({ all: z.array(recordOf(recordOf(z.number()))).default([]) })
    .parse(JSON.parse('{"all": [{"__proto__": {"__proto__": 1}}]}'));
  expect(JSON.stringify(nested)).toBe('{"all":[{"__proto__":{"__proto__":1}}]}');
});

test('only what a record has itself is its value', () => {
  const record: Record<string, unknown> = JSON.parse(TEXT);
  expect(['__proto__', 'constructor', 'valueOf', 'hasOwnProperty'].map((key) => ownValue(record, key))).toEqual([
    { at: 1 },
    { at: 2 },
    undefined,
    undefined,
  ]);
  const made = newRecord<number>();
  for (const key of ['__proto__', 'constructor']) made[key] ??= 1;
  expect(Object.entries(made)).toEqual([
    ['__proto__', 1],
    ['constructor', 1],
  ]);
});
