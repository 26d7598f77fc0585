import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { ZxcvbnFactory } from '@zxcvbn-ts/core';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { readConfig } from '#lib/platform/config.ts';
import { createTestDatabase, type TestDatabase } from '#lib/platform/database/testing/test-database.ts';
import { createLog } from '#lib/platform/log.ts';
import { findSecret } from '#lib/platform/secrets.ts';
import { CLIENT_ADDRESS_HEADER } from './context/client-address.ts';
import { createSessions, type Sessions } from './create-sessions.ts';
import { setUpTokenOf } from './set-up-token.ts';
import { actAsInProduction } from './testing/act-as-in-production.ts';

const TOKEN = 'set-up-token-of-the-test';
const ACCOUNT = { name: 'Ada', email: 'Ada@example.org', password: 'correct horse', token: TOKEN };
const actAsBefore = actAsInProduction();
let testDatabase: TestDatabase;
let dataDir: string;
const recorded: Record<string, unknown>[] = [];
const log = createLog({ level: 'error', format: 'json', program: 'test' });
let address = 0;

beforeAll(() => {
  dataDir = mkdtempSync(path.join(tmpdir(), 'countersign-session-'));
});
afterAll(async () => {
  actAsBefore();
  await testDatabase?.close();
  rmSync(dataDir, { recursive: true, force: true });
});

async function freshSessions(environment: Record<string, string> = {}): Promise<Sessions> {
  await testDatabase?.close();
  testDatabase = await createTestDatabase();
  const config = readConfig({ COUNTERSIGN_DATA_DIR: dataDir, COUNTERSIGN_SET_UP_TOKEN: TOKEN, ...environment });
  recorded.length = 0;
  return createSessions({
    database: testDatabase.database,
    config,
    log,
    record: async (actor, event, detail) => void recorded.push({ who: actor?.name ?? null, event, ...detail }),
  });
}

function ask(
  pathname: string,
  options: { host?: string; body?: unknown; cookie?: string; headers?: Record<string, string> } = {},
): Request {
  const host = options.host ?? '127.0.0.1:3000';
  return new Request(`http://localhost:3000${pathname}`, {
    method: options.body === undefined ? 'GET' : 'POST',
    headers: {
      host,
      [CLIENT_ADDRESS_HEADER]: '10.0.0.1',
      ...(options.body === undefined ? {} : { 'content-type': 'application/json', origin: `http://${host}` }),
      ...(options.cookie ? { cookie: options.cookie } : {}),
      ...options.headers,
    },
    ...(options.body === undefined ? {} : { body: JSON.stringify(options.body) }),
  });
}

function cookieOf(response: Response): string {
  return response.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0])
    .join('; ');
}

function nextAddress(): string {
  address += 1;
  return `10.1.0.${address}`;
}

function signIn(sessions: Sessions, host: string, password = ACCOUNT.password, from = nextAddress()): Promise<Response> {
  const body = { email: ACCOUNT.email, password };
  return sessions.answer(ask('/api/auth/sign-in/email', { host, body, headers: { [CLIENT_ADDRESS_HEADER]: from } }));
}

test('the first account is made once, becomes admin and is signed in', async () => {
  const sessions = await freshSessions();
  expect(await sessions.getState(ask('/api/session'))).toMatchObject({ user: null, set_up: true });
  const made = await sessions.setUp(ask('/api/set-up', { body: {} }), ACCOUNT);
  expect(made.status).toBe(201);
  const set = made.headers.getSetCookie().join('\n');
  expect(set).toMatch(/HttpOnly/i);
  expect(set).toMatch(/SameSite=Lax/i);
  expect(set).not.toMatch(/Secure/i);
  const user = await sessions.requireUser(ask('/x', { cookie: cookieOf(made) }), 'admin');
  expect(user).toMatchObject({ name: 'Ada', email: 'ada@example.org', role: 'admin' });
  await expect(sessions.setUp(ask('/api/set-up', { body: {} }), { ...ACCOUNT, email: 'b@example.org' })).rejects.toMatchObject({
    code: 'conflict',
  });
  expect(await sessions.getState(ask('/api/session'))).toMatchObject({ set_up: false });
});

test('of two browsers that set up at the same moment one wins', async () => {
  const sessions = await freshSessions();
  const both = await Promise.allSettled(
    ['a', 'b'].map((name) => sessions.setUp(ask('/api/set-up', { body: {} }), { ...ACCOUNT, email: `${name}@example.org` })),
  );
  expect(both.map((result) => result.status).sort()).toEqual(['fulfilled', 'rejected']);
});

test('sign-in works by every name of the server, over plain http', async () => {
  const sessions = await freshSessions();
  await sessions.setUp(ask('/api/set-up', { body: {} }), ACCOUNT);
  for (const host of ['127.0.0.1:3000', 'localhost:3000', 'desk.fritz.box:3000', '192.168.1.20', 'my-server', '[::1]:3000']) {
    const response = await signIn(sessions, host);
    expect(response.status, host).toBe(200);
    const found = await sessions.findUser(ask('/x', { host, cookie: cookieOf(response) }));
    expect(found?.role, host).toBe('admin');
  }
});

test('signing out ends the session', async () => {
  const sessions = await freshSessions();
  const made = await sessions.setUp(ask('/api/set-up', { body: {} }), ACCOUNT);
  const cookie = cookieOf(made);
  const out = await sessions.answer(ask('/api/auth/sign-out', { body: {}, cookie }));
  expect(out.status).toBe(200);
  expect(await sessions.findUser(ask('/x', { cookie }))).toBeNull();
});

test('nobody can sign up, and a wrong password says no more than that', async () => {
  const sessions = await freshSessions();
  await sessions.setUp(ask('/api/set-up', { body: {} }), ACCOUNT);
  const up = ask('/api/auth/sign-up/email', { body: { name: 'x', email: 'x@example.org', password: 'long enough' } });
  await expect(sessions.answer(up)).rejects.toMatchObject({ name: 'ProblemError' });
  await expect(signIn(sessions, '127.0.0.1:3000', 'wrong password')).rejects.toMatchObject({ code: 'unauthenticated' });
});

test('better-auth prints nothing past our log, neither at a refusal nor when the database fails', async () => {
  const sessions = await freshSessions();
  await sessions.setUp(ask('/api/set-up', { body: {} }), ACCOUNT);
  const printed = (['log', 'warn', 'error'] as const).map((name) => vi.spyOn(console, name));
  try {
    await expect(signIn(sessions, 'localhost:3000', 'wrong password')).rejects.toMatchObject({ code: 'unauthenticated' });
    const nobody = ask('/api/auth/sign-in/email', { body: { email: 'no@example.org', password: 'wrong password' } });
    await expect(sessions.answer(nobody)).rejects.toMatchObject({ code: 'unauthenticated' });
    const unreadable = ask('/api/auth/sign-in/email', { body: { email: 7 } });
    await expect(sessions.answer(unreadable)).rejects.toMatchObject({ name: 'ProblemError' });
    await testDatabase.database.execute(sql`alter table session.users rename to gone`);
    await expect(signIn(sessions, 'localhost:3000')).rejects.toThrow();
    expect(printed.flatMap((spy) => spy.mock.calls)).toEqual([]);
  } finally {
    for (const spy of printed) spy.mockRestore();
  }
});

test('a sign-in that is not JSON or not two texts is refused as the caller’s fault', async () => {
  const sessions = await freshSessions();
  await sessions.setUp(ask('/api/set-up', { body: {} }), ACCOUNT);
  const send = (body: string, type = 'application/json') => {
    const headers = {
      host: 'localhost:3000',
      origin: 'http://localhost:3000',
      'content-type': type,
      [CLIENT_ADDRESS_HEADER]: nextAddress(),
    };
    const request = new Request('http://localhost:3000/api/auth/sign-in/email', { method: 'POST', headers, body });
    return sessions.answer(request).then(
      () => 200,
      (error) => error.status ?? error,
    );
  };
  const { email, password } = ACCOUNT;
  for (const body of ['', '{"email":', 'null', '[]', '{}', '{"email":7,"password":8}'])
    expect([400, 422], body).toContain(await send(body));
  for (const strange of ['a\0', '\ud800', `${email}\0`])
    for (const body of [
      { email: strange, password },
      { email, password: strange },
      { email, password, callbackURL: strange },
    ])
      expect([200, 400, 401, 403, 422], JSON.stringify(body)).toContain(await send(JSON.stringify(body)));
  expect([400, 415, 422]).toContain(await send(`email=${email}`, 'application/x-www-form-urlencoded'));
  expect([400, 415, 422]).toContain(await send('x', 'multipart/form-data; boundary=y'));
});

test('guessing from one address is slowed down, other addresses are not', async () => {
  const sessions = await freshSessions();
  await sessions.setUp(ask('/api/set-up', { body: {} }), ACCOUNT);
  const codes: string[] = [];
  for (let attempt = 0; attempt < 14; attempt += 1) {
    codes.push(
      await signIn(sessions, 'localhost:3000', `guess ${attempt} again`, '10.9.9.9').then(
        () => 'in',
        (error) => error.code,
      ),
    );
  }
  expect(codes).toContain('rate_limited');
  expect((await signIn(sessions, 'localhost:3000')).status).toBe(200);
});

test('the first account takes the set-up token, wherever it is asked from, and the token ends with it', async () => {
  const sessions = await freshSessions({ COUNTERSIGN_SET_UP_TOKEN: '' });
  const token = setUpTokenOf({ dataDir, secrets: {} });
  const { token: _other, ...withoutToken } = ACCOUNT;
  const local = ask('/api/set-up', { body: {}, host: '127.0.0.1:3000' });
  // a proxy that writes the host anew makes everybody look local
  const proxied = ask('/api/set-up', { body: {}, headers: { origin: 'http://127.0.0.1:3000', 'x-forwarded-for': '203.0.113.7' } });
  const rebound = ask('/api/set-up', { body: {}, host: 'evil.example:3000' });
  for (const request of [local, proxied, rebound]) {
    await expect(sessions.setUp(request, withoutToken)).rejects.toMatchObject({ code: 'forbidden' });
    await expect(sessions.setUp(request, { ...ACCOUNT, token: 'guess' })).rejects.toMatchObject({ code: 'forbidden' });
  }
  expect((await sessions.setUp(local, { ...ACCOUNT, token })).status).toBe(201);
  expect(findSecret(dataDir, 'set-up-token')).toBeNull();
});

test('where no start printed the token, asking makes it in the data folder', async () => {
  const sessions = await freshSessions({ COUNTERSIGN_SET_UP_TOKEN: '' });
  expect(findSecret(dataDir, 'set-up-token')).toBeNull();
  await expect(sessions.setUp(ask('/api/set-up', { body: {} }), ACCOUNT)).rejects.toMatchObject({ code: 'forbidden' });
  const token = findSecret(dataDir, 'set-up-token') ?? '';
  expect((await sessions.setUp(ask('/api/set-up', { body: {} }), { ...ACCOUNT, token })).status).toBe(201);
});

test('guessing the set-up token is limited by address, also of many at once', async () => {
  const sessions = await freshSessions();
  const guess = (from: string, token: string) =>
    sessions.setUp(ask('/api/set-up', { body: {}, headers: { [CLIENT_ADDRESS_HEADER]: from } }), { ...ACCOUNT, token }).then(
      (answer) => answer.status,
      (error) => error.code,
    );
  const from = nextAddress();
  const codes = await Promise.all(Array.from({ length: 30 }, (_, index) => guess(from, `guess ${index}`)));
  expect(codes.filter((code) => code === 'forbidden')).toHaveLength(20);
  expect(codes.filter((code) => code === 'rate_limited')).toHaveLength(10);
  expect(await guess(from, TOKEN)).toBe('rate_limited');
  expect(await guess(nextAddress(), TOKEN)).toBe(201);
});

test('nobody but who may make the first account has a password judged, which is costly', async () => {
  const judge = vi.spyOn(ZxcvbnFactory.prototype, 'check');
  const sessions = await freshSessions();
  const post = (account: object) =>
    sessions.setUp(ask('/api/set-up', { body: {}, headers: { [CLIENT_ADDRESS_HEADER]: nextAddress() } }), account);
  await expect(post({ ...ACCOUNT, token: 'guess' })).rejects.toMatchObject({ code: 'forbidden' });
  expect(judge).not.toHaveBeenCalled();
  await post(ACCOUNT);
  expect(judge).toHaveBeenCalledTimes(1);
  for (let again = 0; again < 40; again += 1) await expect(post(ACCOUNT)).rejects.toMatchObject({ code: 'conflict' });
  expect(judge).toHaveBeenCalledTimes(1);
  judge.mockRestore();
});

test('state-changing requests of other sites are refused', async () => {
  const sessions = await freshSessions();
  const made = await sessions.setUp(ask('/api/set-up', { body: {} }), ACCOUNT);
  const cookie = cookieOf(made);
  const from = (headers: Record<string, string>) => sessions.requireUser(ask('/x', { body: {}, cookie, headers }), 'viewer');
  await expect(from({ origin: 'https://evil.example' })).rejects.toMatchObject({ code: 'forbidden' });
  await expect(from({ origin: 'null' })).rejects.toMatchObject({ code: 'forbidden' });
  await expect(from({ origin: 'http://127.0.0.1:4000' })).rejects.toMatchObject({ code: 'forbidden' });
  await expect(from({ origin: 'https://evil.example', 'sec-fetch-site': 'same-site' })).rejects.toMatchObject({ code: 'forbidden' });
  expect((await from({})).role).toBe('admin');
});

test('behind a trusted proxy cookies are secure and the proxy’s host counts', async () => {
  const environment = { COUNTERSIGN_PUBLIC_URL: 'https://desk.example.org', COUNTERSIGN_TRUST_PROXY: 'true' };
  const sessions = await freshSessions(environment);
  const headers = { 'x-forwarded-host': 'desk.example.org', 'x-forwarded-proto': 'https', origin: 'https://desk.example.org' };
  const made = await sessions.setUp(ask('/api/set-up', { body: {}, headers }), ACCOUNT);
  expect(made.headers.getSetCookie().join('\n')).toMatch(/Secure/i);
});

test('behind a trusted proxy that says https, cookies are secure without a public address too; by http they are not', async () => {
  const sessions = await freshSessions({ COUNTERSIGN_TRUST_PROXY: 'true' });
  const headers = { 'x-forwarded-host': 'desk.example.org', 'x-forwarded-proto': 'https', origin: 'https://desk.example.org' };
  const made = await sessions.setUp(ask('/api/set-up', { body: {}, headers }), ACCOUNT);
  const cookies = made.headers.getSetCookie();
  expect(cookies.length).toBeGreaterThan(1);
  expect(cookies.filter((cookie) => !/; Secure/i.test(cookie))).toEqual([]);
  expect(await sessions.findUser(ask('/x', { cookie: cookieOf(made), headers }))).toMatchObject({ name: 'Ada' });
  const signedIn = await signIn(sessions, 'localhost:3000');
  expect(signedIn.headers.getSetCookie().filter((cookie) => /; Secure/i.test(cookie))).toEqual([]);
});
