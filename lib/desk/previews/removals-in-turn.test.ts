import { eq, isNull, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { newId } from '#lib/platform/clock.ts';
import { encrypt, secretOf } from '#lib/platform/secrets.ts';
import { REMOVE_QUEUE, type RemoveJob } from '../context/desk.ts';
import { deployments } from '../deployments/tables.ts';
import { removeKeptCopies } from '../documents/copies/send-copy-removal.ts';
import { comparisonCopies } from '../documents/copies/tables.ts';
import { insertReviewable } from '../testing/insert-reviewable.ts';
import { startRemote } from '../testing/start-remote.ts';
import { startTestDesk, type TestDesk } from '../testing/start-test-desk.ts';
import { removeLeftCopies } from './remove-copy.ts';

let t: TestDesk;
let hanging: Awaited<ReturnType<typeof startRemote>>;
beforeAll(async () => {
  // takes requests and never answers
  hanging = await startRemote(
    () => ({ status: 200, body: {} }),
    () => true,
  );
  t = await startTestDesk();
  const encryptedKey = encrypt(secretOf(t.desk.config, 'encryption-key'), 'k');
  for (const id of ['one', 'two'])
    await t.desk.database.insert(deployments).values({ id, name: id, baseUrl: hanging.url, ours: true, encryptedKey });
});
afterAll(async () => {
  await hanging?.close();
  await t?.close();
});
beforeEach(async () => {
  await t.desk.database.delete(comparisonCopies);
  await t.desk.database.execute(sql`delete from pgboss.job where name = ${REMOVE_QUEUE}`);
});

/** A copy that is due for so many seconds; null = it is kept. */
const copyAt = (deploymentId: string, dueSeconds: number | null, documentId: string | null = null) => {
  const sentAt = new Date(Date.now() - 3_600_000);
  const removeAt = dueSeconds === null ? null : new Date(Date.now() - dueSeconds * 1000);
  return { id: newId(), deploymentId, documentId, sha256: 'a'.repeat(64), remoteDocumentId: newId(), sentAt, removeAt };
};

async function jobs(): Promise<{ copy: string | null; state: string }[]> {
  const { rows } = await t.desk.database.execute<{ copy: string | null; state: string }>(
    sql`select data ->> 'copyId' as copy, state from pgboss.job where name = ${REMOVE_QUEUE}`,
  );
  return rows;
}

test('of many copies those are removed first that are due for longest, and one deployment does not keep another waiting', async () => {
  const many = Array.from({ length: 120 }, (_, at) => copyAt('one', 1000 + at));
  const few = [copyAt('two', 1), copyAt('two', 2)];
  await t.desk.database.insert(comparisonCopies).values([...many, ...few]);
  await removeLeftCopies(t.desk);
  const oldest = many.slice(-98).map(({ id }) => id);
  const sent = (await jobs()).map(({ copy }) => copy);
  expect(sent.sort()).toEqual([...oldest, ...few.map(({ id }) => id)].sort());
});

test('the copy of one document is removed at once, those of many when it is their turn', async () => {
  const ids: string[] = [];
  for (let at = 0; at < 11; at += 1) ids.push((await insertReviewable(t.desk)).id);
  await t.desk.database.insert(comparisonCopies).values(ids.map((id) => copyAt('one', null, id)));
  const remove = (some: string[], options = {}) =>
    t.desk.database.transaction((transaction) => removeKeptCopies(t.desk, transaction, some, options));
  expect(await remove(ids.slice(0, 1))).toEqual(ids.slice(0, 1));
  expect(await jobs()).toHaveLength(1);
  await remove(ids.slice(1, 2), { inTurn: true });
  await remove(ids);
  expect(await jobs()).toHaveLength(1);
  expect(await t.desk.database.select().from(comparisonCopies).where(isNull(comparisonCopies.removeAt))).toEqual([]);
  await removeLeftCopies(t.desk);
  expect(await jobs()).toHaveLength(11);
});

test('a deployment that does not answer keeps only its own copies from being removed', async () => {
  await t.desk.database.insert(comparisonCopies).values(Array.from({ length: 6 }, () => copyAt('one', 5)));
  await removeLeftCopies(t.desk);
  await t.worker.start();
  const active = async () => (await jobs()).filter(({ state }) => state === 'active').length;
  await expect.poll(active, { timeout: 10_000, interval: 100 }).toBe(2);
  const bytes: RemoveJob = { sha256: 'b'.repeat(64), deploymentId: null, remoteDocumentId: null };
  await t.queue.send(REMOVE_QUEUE, bytes);
  const stateOf = async () => (await jobs()).find(({ copy }) => copy === null)?.state;
  await expect.poll(stateOf, { timeout: 8_000, interval: 100 }).toBe('completed');
  expect(await active()).toBe(2);
  expect(await t.desk.database.select().from(comparisonCopies).where(eq(comparisonCopies.deploymentId, 'one'))).toHaveLength(6);
});
