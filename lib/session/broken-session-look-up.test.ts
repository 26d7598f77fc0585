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

test('a connection that ends while a session is looked up costs a person neither the request nor the session', async () => {
  const { sessions, addPerson, browser, database } = stand;
  await addPerson('Ada', 'reviewer');
  const ada = browser('10.0.0.1');
  await ada.signIn('ada@example.org', 'orchard lantern forty');
  const other = createDatabase(database.url, { max: 2 });
  let found: Promise<unknown> | undefined;
  await other.database.transaction(async (transaction) => {
    await transaction.execute(sql`lock table session.sessions in access exclusive mode`);
    found = sessions.findUser(ada.request('/api/documents'));
    found.catch(() => undefined);
    const count = async () => (await other.database.execute(sql`select 1 ${WAITING}`)).rows.length;
    await expect.poll(count).toBe(1);
    await other.database.execute(sql`select pg_terminate_backend(pid) ${WAITING}`);
  });
  expect(await found).toMatchObject({ name: 'Ada' });
  await other.close();
});
