import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createDatabase } from '#lib/platform/database/database.ts';
import { startTestSessions, type TestSessions } from './testing/start-test-sessions.ts';

const WAITING = sql`from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
let stand: TestSessions;

beforeAll(async () => {
  stand = await startTestSessions();
});
afterAll(() => stand.close());

/** Ends the connection on which `ask` waits for the sessions. */
async function breakMeanwhile<T>(ask: () => Promise<T>): Promise<T> {
  const other = createDatabase(stand.database.url, { max: 2 });
  let answer: Promise<T> | undefined;
  await other.database.transaction(async (transaction) => {
    await transaction.execute(sql`lock table session.sessions in access exclusive mode`);
    answer = ask();
    answer.catch(() => undefined);
    const count = async () => (await other.database.execute(sql`select 1 ${WAITING}`)).rows.length;
    await expect.poll(count).toBe(1);
    await other.database.execute(sql`select pg_terminate_backend(pid) ${WAITING}`);
  });
  await other.close();
  if (!answer) throw new Error('Nothing was asked.');
  return answer;
}

test('a connection that ends while a session is looked up costs a person neither the request nor the session', async () => {
  const { sessions, addPerson, browser } = stand;
  await addPerson('Ada', 'reviewer');
  const ada = browser('10.0.0.1');
  await ada.signIn('ada@example.org', 'orchard lantern forty');
  expect(await breakMeanwhile(() => sessions.findUser(ada.request('/api/documents')))).toMatchObject({ name: 'Ada' });
});

test('a connection that ends while somebody signs in or out is not to be noticed', async () => {
  const { sessions, addPerson, browser } = stand;
  await addPerson('Bob', 'reviewer');
  const bob = browser('10.0.0.2');
  expect(await breakMeanwhile(() => bob.signIn('bob@example.org', 'orchard lantern forty'))).toBeNull();
  expect(await sessions.findUser(bob.request('/api/documents'))).toMatchObject({ name: 'Bob' });
  const asked = bob.request('/api/documents');
  const out = await breakMeanwhile(() => sessions.answer(bob.request('/api/auth/sign-out', { method: 'POST', body: {} })));
  expect(out.status).toBe(200);
  expect(await sessions.findUser(asked)).toBeNull();
});
