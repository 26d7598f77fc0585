import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { newId } from '#lib/platform/clock.ts';
import { readConfig } from '#lib/platform/config.ts';
import { createTestDatabase, type TestDatabase } from '#lib/platform/database/testing/test-database.ts';
import { findSecret } from '#lib/platform/secrets.ts';
import { users } from '#lib/session/context/tables.ts';
import { announce } from './announce.ts';

let database: TestDatabase;
const dataDir = mkdtempSync(path.join(tmpdir(), 'countersign-announce-'));
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(async () => {
  await database?.close();
  rmSync(dataDir, { recursive: true, force: true });
});

async function announced(environment: Record<string, string> = {}): Promise<string> {
  let text = '';
  const write = vi.spyOn(process.stdout, 'write').mockImplementation((part) => {
    text += part;
    return true;
  });
  const config = readConfig({ COUNTERSIGN_DATA_DIR: dataDir, ...environment });
  await announce(config, { databaseUrl: database.url, servicePort: 4000 }).finally(() => write.mockRestore());
  return text;
}

test('while there is no account the start prints a link that holds the set-up token, later none', async () => {
  expect(await announced()).toContain(`\n  http://127.0.0.1:3000/set-up#token=${findSecret(dataDir, 'set-up-token')}`);
  const own = { COUNTERSIGN_SET_UP_TOKEN: 'a token & of our own', COUNTERSIGN_PUBLIC_URL: 'https://desk.example' };
  expect(await announced(own)).toContain('\n  https://desk.example/set-up#token=a%20token%20%26%20of%20our%20own');
  await database.database.insert(users).values({ id: newId(), name: 'Ada', email: 'ada@example.org', role: 'admin', emailVerified: true });
  expect(await announced()).not.toContain('token');
});

test('the start says which networks recognise scans, and when the chosen ones are gone', async () => {
  expect(await announced()).toContain('scans     recognised with ppocr-v4 (two commands install a better pack: docs/operations.md)');
  const models = path.join(dataDir, 'models');
  mkdirSync(path.join(models, 'ppocr-v6-small'), { recursive: true });
  writeFileSync(path.join(models, 'in-use'), 'ppocr-v6-small\n');
  expect(await announced()).toContain('recognised with ppocr-v4: the chosen pack ppocr-v6-small is not in the data folder any more');
  writeFileSync(path.join(models, 'ppocr-v6-small', 'manifest.json'), '{}');
  expect(await announced()).toContain('scans     recognised with ppocr-v6-small\n');
  expect(await announced({ COUNTERSIGN_OCR_MODEL_DIR: '/srv/networks' })).toContain('recognised with the networks in /srv/networks');
});
