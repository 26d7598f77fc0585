import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { countDocument } from '#lib/desk/insights/count-document.ts';
import { getInsights } from '#lib/desk/insights/operations/get-insights.ts';
import { assignDocument } from '#lib/desk/queues/operations/assign-document.ts';
import { approve } from '#lib/desk/review/operations/decide.ts';
import { getDocument } from '#lib/desk/review/operations/get-document.ts';
import { decisions } from '#lib/desk/review/tables.ts';
import { insertReviewable } from '#lib/desk/testing/insert-reviewable.ts';
import { ACTOR } from '#lib/desk/testing/start-test-desk.ts';
import { createTestDatabase, type TestDatabase } from '#lib/platform/database/testing/test-database.ts';
import { users } from '#lib/session/context/tables.ts';
import { createUser } from '#lib/session/people/create-user.ts';
import { getBackend } from '../../backend.ts';
import { DELETE, PUT } from './[id]/route.ts';

const HOST = 'localhost:3000';
let testDatabase: TestDatabase;
let dataDir: string;
let cookie: string;

beforeAll(async () => {
  testDatabase = await createTestDatabase();
  dataDir = mkdtempSync(path.join(tmpdir(), 'countersign-people-'));
  Object.assign(process.env, { DATABASE_URL: testDatabase.url, COUNTERSIGN_DATA_DIR: dataDir, COUNTERSIGN_LOG_LEVEL: 'error' });
  const { sessions } = await getBackend();
  await addPerson('admin');
  const body = JSON.stringify({ email: 'admin@example.org', password: 'password of admin' });
  const headers = { host: HOST, origin: `http://${HOST}`, 'content-type': 'application/json' };
  const signedIn = await sessions.answer(new Request(`http://${HOST}/api/auth/sign-in/email`, { method: 'POST', headers, body }));
  cookie = signedIn.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ');
});

afterAll(async () => {
  await (await getBackend()).close().catch(() => undefined);
  await testDatabase.close();
  rmSync(dataDir, { recursive: true, force: true });
});

async function addPerson(role: 'admin' | 'reviewer', name: string = role): Promise<string> {
  const { sessions } = await getBackend();
  const account = { name, email: `${name}@example.org`, password: `password of ${name}`, role };
  await testDatabase.database.transaction((transaction) => createUser(sessions.context.auth, transaction, account));
  const [user] = await testDatabase.database.select().from(users).where(eq(users.email, account.email));
  return user!.id;
}

test.each([
  ['switched off', { active: false }],
  ['made a viewer', { role: 'viewer' }],
  ['removed', null],
])('documents of a person who is %s are nobody’s again, and the desk counts the person no more', async (how, change) => {
  const { desk } = await getBackend();
  const person = await addPerson('reviewer', how.replaceAll(' ', '-'));
  expect(await desk.listReviewerIds?.()).toContain(person);
  const { id } = await insertReviewable(desk);
  await assignDocument(desk, ACTOR, id, { id: person, name: how });
  const headers = { host: HOST, origin: `http://${HOST}`, 'content-type': 'application/json', cookie };
  const address = `http://${HOST}/api/people/${person}`;
  const params = { params: Promise.resolve({ id: person }) };
  const answer = change
    ? await PUT(new Request(address, { method: 'PUT', headers, body: JSON.stringify(change) }), params)
    : await DELETE(new Request(address, { method: 'DELETE', headers }), params);
  expect(answer.ok).toBe(true);
  expect((await getDocument(desk, id)).document.assigned_to).toBeNull();
  expect(await desk.listReviewerIds?.()).not.toContain(person);
});

test('what a person decided and how long it took is counted for nobody once the person is removed', async () => {
  const { desk } = await getBackend();
  const person = await addPerson('reviewer', 'timed');
  const { id } = await insertReviewable(desk);
  const effort = { seconds: 5, keys: 2, fields: {} };
  await approve(desk, { id: person, name: 'timed' }, id, { revision: 0, sign_off: false, effort });
  await countDocument(desk, id);
  const today = new Date().toISOString().slice(0, 10);
  const peopleNow = async () => (await getInsights(desk, { from: today, to: today }, { withPeople: true })).people;
  expect(await peopleNow()).toMatchObject([{ person_id: person }]);
  const headers = { host: HOST, origin: `http://${HOST}`, cookie };
  const request = new Request(`http://${HOST}/api/people/${person}`, { method: 'DELETE', headers });
  expect((await DELETE(request, { params: Promise.resolve({ id: person }) })).status).toBe(204);
  expect(await peopleNow()).toEqual([]);
  expect((await desk.database.select().from(decisions)).map(({ effort: kept }) => kept)).toEqual([null]);
});
