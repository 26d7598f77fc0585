import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { ADVISORY_LOCKS } from './advisory-locks.ts';

const LIST = 'lib/platform/database/advisory-locks.ts';
/** A number of the list's range, a lock's own constant, or a number given to the database as a lock. */
const NUMBER = /\b7_?305_?\d{3}\b|const \w*_LOCK = \d|advisory\w*lock\w*\(\s*\d/;

test('each advisory lock has a number of its own', () => {
  const numbers = Object.values(ADVISORY_LOCKS);
  expect(new Set(numbers).size).toBe(numbers.length);
});

test('no other place names the number of an advisory lock', () => {
  const files = ['lib', 'app', 'programs', 'bench', 'scripts'].flatMap((top) =>
    readdirSync(top, { recursive: true, encoding: 'utf8' }).map((name) => path.join(top, name)),
  );
  const sources = files.filter((file) => /\.(ts|mjs|sql)$/.test(file) && !file.startsWith(LIST.replace('.ts', '')));
  expect(sources.length).toBeGreaterThan(500);
  expect(sources.filter((file) => NUMBER.test(readFileSync(file, 'utf8')))).toEqual([]);
});
