import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { ConfigError, embeddedServiceUrl, readConfig } from './config.ts';

test('everything has a default, on loopback and in ./data', () => {
  const config = readConfig({ COUNTERSIGN_ROOT: '/srv/countersign' });
  expect(config.dataDir).toBe('/srv/countersign/data');
  expect(config.web).toMatchObject({ host: '127.0.0.1', port: 3000, publicUrl: null });
  expect(config.service).toMatchObject({ maxUploadBytes: 2 * 1024 ** 3, processingWindowMs: 120_000 });
  expect(config.blobs).toEqual({ kind: 'folder', folder: '/srv/countersign/data/blobs' });
  expect(config.database.url).toBeNull();
  expect(config.deployment).toBeNull();
  expect(config.llm).toBeNull();
});

test('an empty variable counts as not set', () => {
  expect(readConfig({ PORT: '', COUNTERSIGN_DATA_DIR: ' ' }).web.port).toBe(3000);
});

test('every wrong variable is named, and no value is shown', () => {
  const read = () => readConfig({ PORT: '99999', DATABASE_URL: 'mysql://root:hunter2@db', S3_BUCKET: 'b', COUNTERSIGN_API_KEY: 'short' });
  expect(read).toThrow(ConfigError);
  try {
    read();
  } catch (error) {
    const { message } = error as Error;
    for (const name of ['PORT', 'DATABASE_URL', 'COUNTERSIGN_API_KEY', 'S3_ENDPOINT', 'S3_SECRET_KEY'])
      expect(message).toContain(`${name}:`);
    expect(message).not.toContain('hunter2');
  }
});

test('groups: S3, a deployment, a model', () => {
  const config = readConfig({
    S3_ENDPOINT: 'https://s3.example/',
    S3_BUCKET: 'b',
    S3_ACCESS_KEY: 'k',
    S3_SECRET_KEY: 's',
    COUNTERSIGN_SERVICE_URL: 'https://service.example/',
    COUNTERSIGN_SERVICE_KEY: 'key',
    COUNTERSIGN_LLM_BASE_URL: 'http://127.0.0.1:8080/v1',
    COUNTERSIGN_LLM_MODEL: 'small',
  });
  expect(config.blobs).toMatchObject({ kind: 's3', endpoint: 'https://s3.example' });
  expect(config.deployment).toEqual({ url: 'https://service.example', key: 'key' });
  expect(config.llm).toMatchObject({ baseUrl: 'http://127.0.0.1:8080/v1', model: 'small', key: null });
  expect(() => readConfig({ COUNTERSIGN_SERVICE_URL: 'https://service.example' })).toThrow('COUNTERSIGN_SERVICE_KEY');
});

test.each([
  ['false', 0],
  ['true', 1],
  ['1', 1],
  ['3', 3],
])('COUNTERSIGN_TRUST_PROXY=%s trusts %s proxies', (word, proxies) => {
  expect(readConfig({ COUNTERSIGN_TRUST_PROXY: word }).web.trustedProxies).toBe(proxies);
});

test('what is no number of proxies is refused', () => {
  for (const word of ['-1', '10', '1.5', 'maybe']) expect(() => readConfig({ COUNTERSIGN_TRUST_PROXY: word })).toThrow('how many proxies');
});

test('the address of the embedded service', () => {
  expect(embeddedServiceUrl(readConfig({ COUNTERSIGN_SERVICE_PORT: '4100' }))).toBe('http://127.0.0.1:4100');
  expect(embeddedServiceUrl(readConfig({ COUNTERSIGN_SERVICE_PORT: '4100', COUNTERSIGN_SERVICE_HOST: '0.0.0.0' }))).toBe(
    'http://127.0.0.1:4100',
  );
});

test('the embedded service listens where it is reached, unless an address of its own is set', () => {
  expect(readConfig({ COUNTERSIGN_SERVICE_HOST: '127.0.0.2' }).service.bind).toBe('127.0.0.2');
  const shared = readConfig({ COUNTERSIGN_SERVICE_HOST: 'service', COUNTERSIGN_SERVICE_PORT: '4000', COUNTERSIGN_SERVICE_BIND: '0.0.0.0' });
  expect(shared.service.bind).toBe('0.0.0.0');
  expect(embeddedServiceUrl(shared)).toBe('http://service:4000');
});

test('languages of recognition are taken in two letters and in three, and others are refused', () => {
  const languages = (value?: string) => readConfig({ COUNTERSIGN_READING_LANGUAGES: value }).reading.languages;
  expect(languages('eng, deu')).toEqual(['en', 'de']);
  expect(languages('en,de,GER+fra')).toEqual(['en', 'de', 'fr']);
  expect(languages('chi_sim')).toEqual(['zh']);
  expect(languages()).toBeNull();
  expect(() => languages('en,klingon')).toThrow(/COUNTERSIGN_READING_LANGUAGES: .*en, de, fr.*"klingon" is none/);
  expect(() => languages(',')).toThrow(ConfigError);
});

test('a mail server is named by an address or in parts, with who mails come from and where links lead', () => {
  const more = { MAIL_FROM: 'Desk <desk@example.org>', COUNTERSIGN_PUBLIC_URL: 'https://desk.example.org' };
  expect(readConfig({}).mail).toBeNull();
  expect(readConfig({ ...more, SMTP_URL: 'smtps://a%40b:p%2Fw@mail.example.org' }).mail).toEqual({
    host: 'mail.example.org',
    port: 465,
    secure: true,
    login: { user: 'a@b', password: 'p/w' },
    from: 'Desk <desk@example.org>',
  });
  expect(readConfig({ ...more, SMTP_HOST: 'mail.example.org' }).mail).toMatchObject({ port: 587, secure: false, login: null });
  const folder = mkdtempSync(path.join(tmpdir(), 'countersign-config-'));
  writeFileSync(path.join(folder, 'password'), 'hunter2\n');
  const byFile = { SMTP_HOST: 'mail.example.org', SMTP_USER: 'desk', SMTP_PASSWORD_FILE: path.join(folder, 'password') };
  expect(readConfig({ ...more, ...byFile }).mail?.login).toEqual({ user: 'desk', password: 'hunter2' });
  rmSync(folder, { recursive: true });
  expect(() => readConfig({ SMTP_HOST: 'mail.example.org' })).toThrow(/MAIL_FROM[\s\S]*COUNTERSIGN_PUBLIC_URL/);
  expect(() => readConfig({ ...more, SMTP_URL: 'https://mail.example.org' })).toThrow('SMTP_URL');
  expect(() => readConfig({ ...more, SMTP_URL: 'smtp://mail.example.org', SMTP_HOST: 'mail.example.org' })).toThrow('SMTP_HOST');
});
