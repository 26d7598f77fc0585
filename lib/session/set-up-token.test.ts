import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findSecret } from '#lib/platform/secrets.ts';
import { setUpTokenOf } from './set-up-token.ts';

let top = '';
beforeAll(() => {
  top = mkdtempSync(path.join(tmpdir(), 'countersign-set-up-'));
});
afterAll(() => rmSync(top, { recursive: true, force: true }));

const machine = (name: string, session?: string) => ({
  dataDir: path.join(top, name),
  secrets: session ? { 'session-secret': session } : {},
});

test('desks that share a session secret have the same set-up token, others another one', () => {
  const [one, two] = [machine('one', 'a'.repeat(40)), machine('two', 'a'.repeat(40))];
  expect(setUpTokenOf(one)).toMatch(/^[\w-]{43}$/);
  expect(setUpTokenOf(two)).toBe(setUpTokenOf(one));
  expect(findSecret(two.dataDir, 'set-up-token')).toBe(setUpTokenOf(one));
  expect(setUpTokenOf(machine('three', 'b'.repeat(40)))).not.toBe(setUpTokenOf(one));
  expect(setUpTokenOf(machine('four'))).not.toBe(setUpTokenOf(machine('five')));
});

test('a file of an earlier version, or of another session secret, is written anew', () => {
  const first = setUpTokenOf(machine('moved', 'a'.repeat(40)));
  const second = setUpTokenOf(machine('moved', 'b'.repeat(40)));
  expect(second).not.toBe(first);
  expect(findSecret(path.join(top, 'moved'), 'set-up-token')).toBe(second);
});

test('the token of the settings goes before', () => {
  expect(setUpTokenOf({ ...machine('six'), secrets: { 'set-up-token': 'one that a script has chosen' } })).toBe(
    'one that a script has chosen',
  );
  expect(findSecret(path.join(top, 'six'), 'set-up-token')).toBeNull();
});
