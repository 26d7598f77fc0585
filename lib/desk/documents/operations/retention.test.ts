import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { verifyAudit } from '../../audit/append-audit.ts';
import { auditEntries } from '../../audit/tables.ts';
import { approve, reopen } from '../../review/operations/decide.ts';
import { saveRetention } from '../../schemas/operations/schema-settings.ts';
import { insertReviewable, ORDER } from '../../testing/insert-reviewable.ts';
import { ACTOR, startTestDesk, type TestDesk } from '../../testing/start-test-desk.ts';
import { documents } from '../tables.ts';
import { countRetention, removeExpired } from './retention.ts';

let t: TestDesk;
beforeAll(async () => {
  t = await startTestDesk();
});
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

test('a period that is switched off or lengthened while documents are being removed removes no more', async () => {
  const { id, schemaId } = await approvedAgo(31);
  for (const retention_days of [null, 60]) {
    await saveRetention(t.desk, ACTOR, schemaId, { retention_days: 30 });
    let release = () => {};
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    let held = () => {};
    const isHeld = new Promise<void>((resolve) => {
      held = resolve;
    });
    const holder = t.desk.database.transaction(async (transaction) => {
      await transaction.select().from(documents).where(eq(documents.id, id)).for('update');
      held();
      await released;
    });
    await isHeld;
    const removal = removeExpired(t.desk);
    const waits = sql`select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
    await expect.poll(async () => (await t.desk.database.execute(waits)).rows.length).toBeGreaterThan(0);
    await saveRetention(t.desk, ACTOR, schemaId, { retention_days });
    release();
    await holder;
    expect(await removal).toBe(0);
    expect(await exists(id)).toBe(true);
  }
});

test('more documents than a statement has parameters are counted, and removed a portion at a time', async () => {
  const { schemaId } = await approvedAgo(31);
  await t.desk.database.transaction(async (transaction) => {
    // nobody listens for these changes, and recording each takes most of a minute
    await transaction.execute(sql`alter table desk.documents disable trigger user`);
    await transaction.execute(sql`
      insert into desk.documents (id, name, state, size, sha256, schema_id, approved_at, created_at, updated_at)
      select gen_random_uuid(), 'x', 'approved', 1, 'x', ${schemaId}, now() - interval '31 days', now(), now() from generate_series(1, 66000)`);
    await transaction.execute(sql`alter table desk.documents enable trigger user`);
  });
  expect(await countRetention(t.desk, schemaId, 30)).toEqual({ approved: 66_001, due: 66_001, held: 0 });
  await saveRetention(t.desk, ACTOR, schemaId, { retention_days: 30 });
  expect(await removeExpired(t.desk)).toBe(100);
  expect((await countRetention(t.desk, schemaId, 30)).due).toBe(65_901);
});
