import { ZxcvbnFactory } from '@zxcvbn-ts/core';
import { expect, test, vi } from 'vitest';
import { requireGoodPassword } from './password-rules.ts';

const refusal = { code: 'invalid_request', errors: [{ pointer: '/password' }] };

test('common passwords, patterns and the own name are refused, several words are not', async () => {
  for (const easy of ['password123', 'qwertyuiop12', 'aaaaaaaaaaaaaaaaaaaa', 'Ada Brandt 1'])
    await expect(requireGoodPassword(easy, ['Ada Brandt', 'ada@example.org']), easy).rejects.toMatchObject(refusal);
  await requireGoodPassword('orchard lantern forty', ['Ada Brandt', 'ada@example.org']);
});

test('a long password is judged by its beginning, and of a long name by some words: the time to judge stays bounded', async () => {
  const judge = vi.spyOn(ZxcvbnFactory.prototype, 'check');
  await requireGoodPassword('p4$$w0rd!'.repeat(14), ['x y z '.repeat(20), `${'abc.'.repeat(60)}@example.org`]).catch(() => undefined);
  const [seen = '', words = []] = judge.mock.calls[0] ?? [];
  expect(seen.length).toBe(40);
  expect(words.length).toBeLessThanOrEqual(13);
  expect(Math.max(...words.map((word) => String(word).length))).toBeLessThanOrEqual(40);
  judge.mockRestore();
});
