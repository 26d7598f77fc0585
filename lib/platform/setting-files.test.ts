import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ConfigError, readConfig } from './config.ts';
import { SECRET_SETTINGS, withoutSettingFiles, withSettingFiles } from './setting-files.ts';

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
    const { settings, faults } = withSettingFiles({ [`${name}_FILE`]: fileWith(`  ${name} value\n`), PORT: '1' });
    expect({ settings, faults }).toEqual({ settings: { [name]: `${name} value`, PORT: '1' }, faults: [] });
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

test('a program that is given a secret itself is not given its file too', () => {
  const environment = { DATABASE_URL: 'postgres://a', DATABASE_URL_FILE: '/run/a', S3_SECRET_KEY_FILE: '/run/b', PATH: '/bin' };
  expect(withoutSettingFiles(environment)).toEqual({ DATABASE_URL: 'postgres://a', S3_SECRET_KEY_FILE: '/run/b', PATH: '/bin' });
});
