import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ConfigError, readConfig } from './config.ts';
import { SECRET_SETTINGS, withSettingFiles } from './setting-files.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'countersign-settings-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

function fileWith(content: string): string {
  const file = path.join(folder, crypto.randomUUID());
  writeFileSync(file, content);
  return file;
}
function complaintOf(environment: Record<string, string>): string {
  try {
    readConfig(environment);
  } catch (error) {
    if (error instanceof ConfigError) return error.message;
    throw error;
  }
  return '';
}

test('every setting that is a secret may stand in a file that another setting names', () => {
  for (const name of SECRET_SETTINGS) {
    const file = fileWith(`  ${name} value\n`);
    for (const named of [file, path.basename(file)]) {
      const read = withSettingFiles({ [`${name}_FILE`]: named, PORT: '1' }, folder);
      expect(read).toEqual({ settings: { [name]: `${name} value`, PORT: '1' }, files: [file], faults: [] });
    }
  }
});

test('secrets from files arrive where the product looks for them', () => {
  const key = 'k'.repeat(43);
  const config = readConfig({
    DATABASE_URL_FILE: fileWith('postgres://desk@db/desk\n'),
    COUNTERSIGN_API_KEY_FILE: fileWith('an-api-key-of-the-desk\n'),
    COUNTERSIGN_ENCRYPTION_KEY_FILE: fileWith(key),
  });
  expect(config.database.url).toBe('postgres://desk@db/desk');
  expect(config.secrets).toEqual({ 'desk-api-key': 'an-api-key-of-the-desk', 'encryption-key': key });
});

test('a file that cannot be read, is empty, or says what a setting says already stops the start, and nothing of it is told', () => {
  expect(complaintOf({ DATABASE_URL_FILE: path.join(folder, 'nowhere') })).toContain('DATABASE_URL_FILE: the file cannot be read');
  expect(complaintOf({ COUNTERSIGN_API_KEY_FILE: fileWith(' \n') })).toBe(
    'These settings are wrong:\n  COUNTERSIGN_API_KEY_FILE: the file is empty',
  );
  const twice = { COUNTERSIGN_LLM_KEY: 'one', COUNTERSIGN_LLM_KEY_FILE: fileWith('other') };
  expect(complaintOf(twice)).toContain('COUNTERSIGN_LLM_KEY_FILE: says the same as COUNTERSIGN_LLM_KEY: set one of them');
  const short = complaintOf({ COUNTERSIGN_ENCRYPTION_KEY_FILE: fileWith('too-short') });
  expect(short).toContain('COUNTERSIGN_ENCRYPTION_KEY: must be 32 random bytes');
  expect(short).not.toContain('too-short');
});
