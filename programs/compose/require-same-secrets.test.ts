import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Config, ConfigError, readConfig } from '#lib/platform/config.ts';
import { createTestDatabase, type TestDatabase } from '#lib/platform/database/testing/test-database.ts';
import { findSecret } from '#lib/platform/secrets.ts';
import { requireSameSecrets } from './require-same-secrets.ts';

const BOTH = ['encryption-key', 'session-secret'] as const;

let t: TestDatabase;
let top = '';
beforeAll(async () => {
  t = await createTestDatabase();
  top = mkdtempSync(path.join(tmpdir(), 'countersign-secrets-'));
});
afterAll(async () => {
  await t.close();
  rmSync(top, { recursive: true, force: true });
});

/** The settings of a machine with a data folder of its own. */
const machine = (name: string, settings: Record<string, string> = {}): Config =>
  readConfig({ COUNTERSIGN_DATA_DIR: path.join(top, name), DATABASE_URL: t.url, ...settings });

test('a program with other secrets than those before does not start, and makes none of its own', async () => {
  await requireSameSecrets(machine('first'), BOTH);
  await requireSameSecrets(machine('first'), BOTH);
  const refused = requireSameSecrets(machine('second'), ['encryption-key']);
  await expect(refused).rejects.toThrow(ConfigError);
  await expect(refused).rejects.toThrow(/COUNTERSIGN_ENCRYPTION_KEY .* COUNTERSIGN_ACCEPT_SECRETS=true/);
  expect(existsSync(path.join(top, 'second', 'secrets'))).toBe(false);
  const other = machine('third', { COUNTERSIGN_SESSION_SECRET: 'another one that is long enough for it' });
  await expect(requireSameSecrets(other, ['session-secret'])).rejects.toThrow('COUNTERSIGN_SESSION_SECRET');
});

test('with the same secrets from the settings a program on another machine starts', async () => {
  const [key, session] = BOTH.map((name) => findSecret(path.join(top, 'first'), name) ?? '');
  const same = machine('fourth', { COUNTERSIGN_ENCRYPTION_KEY: key!, COUNTERSIGN_SESSION_SECRET: session! });
  await requireSameSecrets(same, BOTH);
  // the same bytes, written as others do
  await requireSameSecrets(machine('padded', { COUNTERSIGN_ENCRYPTION_KEY: `${key}=`, COUNTERSIGN_SESSION_SECRET: session! }), BOTH);
  // a session secret is text, of which each character counts
  const longer = machine('longer', { COUNTERSIGN_ENCRYPTION_KEY: key!, COUNTERSIGN_SESSION_SECRET: `${session}=` });
  await expect(requireSameSecrets(longer, BOTH)).rejects.toThrow('COUNTERSIGN_SESSION_SECRET');
});

test('a secret that is accepted replaces the one before', async () => {
  await requireSameSecrets(machine('fifth', { COUNTERSIGN_ACCEPT_SECRETS: 'true' }), BOTH);
  await requireSameSecrets(machine('fifth'), BOTH);
  await expect(requireSameSecrets(machine('first'), BOTH)).rejects.toThrow('COUNTERSIGN_ENCRYPTION_KEY');
});
