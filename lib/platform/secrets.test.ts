import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { decrypt, encrypt, findSecret, getSecret, removeSecret } from './secrets.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'countersign-secrets-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('a secret is made once, closed to others, and can be removed', () => {
  expect(findSecret(folder, 'set-up-token')).toBeNull();
  const made = getSecret(folder, 'set-up-token');
  expect(made.length).toBeGreaterThanOrEqual(43);
  expect(getSecret(folder, 'set-up-token')).toBe(made);
  expect(statSync(path.join(folder, 'secrets', 'set-up-token')).mode & 0o777).toBe(0o600);
  expect(readdirSync(path.join(folder, 'secrets'))).toEqual(['set-up-token']);
  removeSecret(folder, 'set-up-token');
  expect(findSecret(folder, 'set-up-token')).toBeNull();
});

test('an encrypted text comes back, differs each time, and shows any change', () => {
  const key = getSecret(folder, 'encryption-key');
  const one = encrypt(key, 'Schlüssel 鍵');
  expect(decrypt(key, one)).toBe('Schlüssel 鍵');
  expect(encrypt(key, 'Schlüssel 鍵')).not.toBe(one);
  const parts = one.split('.');
  expect(() => decrypt(key, [...parts.slice(0, 3), Buffer.from('other').toString('base64url')].join('.'))).toThrow();
  expect(() => decrypt(Buffer.alloc(32).toString('base64url'), one)).toThrow();
  expect(() => decrypt(key, 'plain')).toThrow();
});
