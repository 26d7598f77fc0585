import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { verifyAudit } from '../append-audit.ts';
import { auditEntries, documents } from '../tables.ts';
import { insertReviewable, ORDER } from '../testing/insert-reviewable.ts';
import { ACTOR, startTestDesk, type TestDesk } from '../testing/start-test-desk.ts';
import { approve, reopen } from './decide.ts';
import { countRetention, removeExpired } from './retention.ts';
import { saveRetention } from './schema-settings.ts';

let t: TestDesk;
beforeAll(async () => {
  t = await startTestDesk();
}, 60_000);
afterAll(() => t.close());

const DAY = 86_400_000;

/** An approved document of a schema, approved so many days ago. */
async function approvedAgo(days: number, of?: string): Promise<{ id: string; schemaId: string }> {
  const made = await insertReviewable(t.desk, of ? { schemaId: of, schema: ORDER } : {});
  await approve(t.desk, ACTOR, made.id, { revision: 0, sign_off: true });
  await t.desk.database
    .update(documents)
    .set({ approvedAt: new Date(Date.now() - days * DAY) })
    .where(eq(documents.id, made.id));
  return made;
}

const exists = async (id: string) => (await t.desk.database.select().from(documents).where(eq(documents.id, id))).length === 1;

test('approved documents past their days are removed by the desk itself; others and not approved ones never', async () => {
  const { id: old, schemaId } = await approvedAgo(31);
  const { id: young } = await approvedAgo(29, schemaId);
  const { id: reopened } = await approvedAgo(400, schemaId);
  await reopen(t.desk, ACTOR, reopened, { revision: 1 });
  const { id: open } = await insertReviewable(t.desk, { schemaId, schema: ORDER });
  await t.desk.database
    .update(documents)
    .set({ createdAt: new Date(Date.now() - 900 * DAY) })
    .where(eq(documents.id, open));
  const { id: foreign } = await approvedAgo(400);
  expect(await countRetention(t.desk, schemaId, 30)).toEqual({ approved: 2, due: 1, held: 0 });
  expect(await removeExpired(t.desk)).toBe(0);
  await saveRetention(t.desk, ACTOR, schemaId, { retention_days: 30 });
  expect(await removeExpired(t.desk)).toBe(1);
  expect(await Promise.all([old, young, reopened, open, foreign].map(exists))).toEqual([false, true, true, true, true]);
  const entries = await t.desk.database.select().from(auditEntries).where(eq(auditEntries.documentId, old)).orderBy(auditEntries.id);
  expect(entries.map(({ event, actorId, detail }) => ({ event, actorId, detail }))).toEqual([
    { event: 'document.approved', actorId: ACTOR.id, detail: {} },
    { event: 'document.removed', actorId: null, detail: { reason: 'retention', days: 30 } },
  ]);
  expect(await verifyAudit(t.desk.database)).toMatchObject({ broken: null });
});

test('a document stays while one attached to it is not approved or has to be kept longer, and goes with it afterwards', async () => {
  const { id: parent, schemaId } = await approvedAgo(100);
  const { id: child } = await insertReviewable(t.desk);
  await t.desk.database.update(documents).set({ parentId: parent, parentName: 'x' }).where(eq(documents.id, child));
  expect(await countRetention(t.desk, schemaId, 10)).toEqual({ approved: 1, due: 0, held: 1 });
  await saveRetention(t.desk, ACTOR, schemaId, { retention_days: 10 });
  expect(await removeExpired(t.desk)).toBe(0);
  await t.desk.database
    .update(documents)
    .set({ state: 'approved', approvedAt: new Date(Date.now() - 50 * DAY), schemaId })
    .where(eq(documents.id, child));
  expect(await countRetention(t.desk, schemaId, 10)).toEqual({ approved: 2, due: 2, held: 0 });
  expect(await countRetention(t.desk, schemaId, 60)).toEqual({ approved: 2, due: 0, held: 1 });
  expect(await removeExpired(t.desk)).toBe(2);
  expect(await Promise.all([parent, child].map(exists))).toEqual([false, false]);
});
