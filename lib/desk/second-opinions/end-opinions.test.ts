import { and, eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { OpinionFields } from '#lib/document/review/opinion-fields.ts';
import { newId, now } from '#lib/platform/clock.ts';
import { auditEntries } from '../audit/tables.ts';
import { saveAutomaticApproval } from '../automatic-approval/operations/automatic-approval.ts';
import { OPINION_QUEUE } from '../context/desk.ts';
import { EMBEDDED_ID } from '../deployments/connect-deployments.ts';
import { deployments } from '../deployments/tables.ts';
import { comparisonCopies } from '../documents/copies/tables.ts';
import { documents } from '../documents/tables.ts';
import { approve, reopen } from '../review/operations/decide.ts';
import { getDocument } from '../review/operations/get-document.ts';
import { startExtraction } from '../review/operations/start-extraction.ts';
import { extractions } from '../review/tables.ts';
import { removeSchema } from '../schemas/operations/save-schema.ts';
import { saveSchemaSettings } from '../schemas/operations/schema-settings.ts';
import { findSchemaSettings } from '../schemas/schema-settings-row.ts';
import { schemaSettings } from '../schemas/tables.ts';
import { PLAIN_SETTINGS } from '../testing/plain-settings.ts';
import { FEWEST_APPROVED, SWITCH_ON, startTestApprovals, type TestApprovals } from '../testing/start-test-approvals.ts';
import { ACTOR } from '../testing/start-test-desk.ts';
import { endLeftOpinions } from './end-left-opinions.ts';
import { endOpinions } from './end-opinions.ts';
import { findAsked } from './find-asked.ts';
import { settleOpinion } from './settle-opinion.ts';

// no worker takes the jobs that are sent here
const GIVER = 'giver';
let t: TestApprovals;
beforeAll(async () => {
  t = await startTestApprovals();
  const { database } = t.desk;
  for (const id of [GIVER, 'other']) await database.insert(deployments).values({ id, name: id, baseUrl: 'http://127.0.0.1:9', ours: true });
});
afterAll(() => t?.close());

/** A schema about whose documents the giver is asked. */
async function schemaWithGiver(): Promise<string> {
  const id = await t.approvedSchema(0);
  await saveSchemaSettings(t.desk, ACTOR, id, PLAIN_SETTINGS);
  await t.desk.database.update(schemaSettings).set({ secondOpinionBy: GIVER }).where(eq(schemaSettings.schemaId, id));
  return id;
}

/** A document of others' that waits for its opinion and whose copy was sent. */
async function arrive(schemaId: string): Promise<string> {
  const id = await t.insertNote(schemaId);
  await t.desk.database.update(deployments).set({ embedded: false, ours: false }).where(eq(deployments.id, EMBEDDED_ID));
  const { second_opinion: opinion } = await t.answer(id, schemaId);
  await t.desk.database.update(deployments).set({ embedded: true, ours: null }).where(eq(deployments.id, EMBEDDED_ID));
  expect(opinion?.state).toBe('waiting');
  const copy = { id: newId(), deploymentId: GIVER, documentId: id, sha256: 'a'.repeat(64), sentAt: now(), removeAt: null };
  await t.desk.database.insert(comparisonCopies).values(copy);
  return id;
}

const opinionOf = async (id: string) => (await getDocument(t.desk, id)).second_opinion;
/** Whether its copy is kept. */
async function isKept(id: string): Promise<boolean> {
  const [copy] = await t.desk.database.select().from(comparisonCopies).where(eq(comparisonCopies.documentId, id));
  return copy?.removeAt === null;
}
/** How many jobs that end the opinions of a schema wait. */
const sent = async (schemaId: string) => {
  const { rows } = await t.desk.database.execute(
    sql`select id from pgboss.job where name = ${OPINION_QUEUE} and data ->> 'schemaId' = ${schemaId}`,
  );
  return rows.length;
};
const job = (schemaId: string) => ({ data: { schemaId }, signal: new AbortController().signal });
/** Who waits for a row that somebody holds. */
const WAITING = sql`select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;

test('what was left when the job that ends opinions was lost is ended all the same, and what is wanted stays', async () => {
  const [wanted, ended] = [await schemaWithGiver(), await schemaWithGiver()];
  const stays = await arrive(wanted);
  // of the first one the values cannot be laid out any more
  const [spoiled, goes] = [await arrive(ended), await arrive(ended)].sort() as [string, string];
  const [kept] = await t.desk.database.select().from(extractions).where(eq(extractions.documentId, spoiled));
  await t.desk.database
    .update(extractions)
    .set({ result: {} as never })
    .where(eq(extractions.documentId, spoiled));
  await saveSchemaSettings(t.desk, ACTOR, ended, { ...PLAIN_SETTINGS, second_opinion_by: null });
  await endLeftOpinions(t.desk);
  expect([await opinionOf(goes), await isKept(goes)]).toEqual([undefined, false]);
  expect([(await opinionOf(stays))?.state, await isKept(stays)]).toEqual(['waiting', true]);
  expect(await isKept(spoiled)).toBe(true);
  await t.desk.database.update(extractions).set({ result: kept!.result }).where(eq(extractions.documentId, spoiled));
  await endLeftOpinions(t.desk);
  expect([await opinionOf(spoiled), await isKept(spoiled)]).toEqual([undefined, false]);
});

test('the copy of a document that got another schema meanwhile goes, although the settings of that one were never saved', async () => {
  const [from, to] = [await schemaWithGiver(), await t.approvedSchema(0)];
  const id = await arrive(from);
  await startExtraction(t.desk, ACTOR, id, to);
  await saveSchemaSettings(t.desk, ACTOR, from, { ...PLAIN_SETTINGS, second_opinion_by: null });
  await endOpinions(t.desk, job(from));
  expect(await isKept(id)).toBe(true);
  await endLeftOpinions(t.desk);
  expect(await isKept(id)).toBe(false);
});

test('a copy at the service that was asked before goes alone where the one asked now has an opinion to give', async () => {
  const schemaId = await schemaWithGiver();
  const id = await arrive(schemaId);
  await t.desk.database.update(comparisonCopies).set({ deploymentId: 'other' }).where(eq(comparisonCopies.documentId, id));
  await endLeftOpinions(t.desk);
  expect([(await opinionOf(id))?.state, await isKept(id)]).toEqual(['waiting', false]);
});

test('settings saved while a document is held are those that count for it', async () => {
  const schemaId = await schemaWithGiver();
  const id = await arrive(schemaId);
  const { database } = t.desk;
  const choose = (secondOpinionBy: string | null) =>
    database.update(schemaSettings).set({ secondOpinionBy }).where(eq(schemaSettings.schemaId, schemaId));
  await choose(null);
  let ending: Promise<unknown> = Promise.resolve();
  await database.transaction(async (transaction) => {
    await transaction.select().from(documents).where(eq(documents.id, id)).for('update');
    ending = endOpinions(t.desk, job(schemaId));
    await expect.poll(async () => (await database.execute(WAITING)).rows.length, { timeout: 10_000 }).toBeGreaterThan(0);
    await choose(GIVER);
  });
  await ending;
  expect([(await opinionOf(id))?.state, await isKept(id)]).toEqual(['waiting', true]);
});

test('a removed schema asks for no second opinions, and what was sent for it is deleted', async () => {
  const schemaId = await schemaWithGiver();
  const id = await arrive(schemaId);
  await removeSchema(t.desk, ACTOR, schemaId);
  expect(await findSchemaSettings(t.desk.database, schemaId)).toMatchObject({ secondOpinionBy: null });
  expect(await sent(schemaId)).toBe(1);
  await endOpinions(t.desk, job(schemaId));
  expect([await opinionOf(id), await isKept(id)]).toEqual([undefined, false]);
});

test('a document that only waited for its opinion approves itself once none is asked for, not while another service is asked', async () => {
  const schemaId = await t.approvedSchema(FEWEST_APPROVED);
  await saveAutomaticApproval(t.desk, ACTOR, schemaId, SWITCH_ON);
  await t.desk.database.update(schemaSettings).set({ secondOpinionBy: GIVER }).where(eq(schemaSettings.schemaId, schemaId));
  const id = await arrive(schemaId);
  await t.desk.database.update(schemaSettings).set({ secondOpinionBy: 'other' }).where(eq(schemaSettings.schemaId, schemaId));
  await t.desk.database.update(deployments).set({ embedded: false, ours: false }).where(eq(deployments.id, EMBEDDED_ID));
  await endOpinions(t.desk, job(schemaId));
  await t.desk.database.update(deployments).set({ embedded: true, ours: null }).where(eq(deployments.id, EMBEDDED_ID));
  expect(await getDocument(t.desk, id)).toMatchObject({
    document: { state: 'to_review' },
    second_opinion: { state: 'waiting', deployment: { id: 'other' } },
  });
  await saveSchemaSettings(t.desk, ACTOR, schemaId, { ...PLAIN_SETTINGS, second_opinion_by: null });
  await endOpinions(t.desk, job(schemaId));
  expect((await getDocument(t.desk, id)).document.state).toBe('approved');
  const approved = and(eq(auditEntries.documentId, id), eq(auditEntries.event, 'document.approved_automatically'));
  expect(await t.desk.database.select().from(auditEntries).where(approved)).toHaveLength(1);
});

test('a document that is reopened after its opinion ended has as many open flags as it shows', async () => {
  const schemaId = await schemaWithGiver();
  const id = await arrive(schemaId);
  const remembered = { document_ids: ['far'], seen: 1 };
  const fields: OpinionFields = { number: { value: 'A-7', text: 'A-7', remembered } as OpinionFields[string] };
  await settleOpinion(t.desk, (await findAsked(t.desk.database, id))!, { state: 'done', fields });
  const { document: flagged } = await getDocument(t.desk, id);
  expect(flagged.open_flags).toBe(1);
  const { document } = await approve(t.desk, ACTOR, id, { revision: flagged.revision, sign_off: true });
  await saveSchemaSettings(t.desk, ACTOR, schemaId, { ...PLAIN_SETTINGS, second_opinion_by: null });
  await endOpinions(t.desk, job(schemaId));
  const reopened = await reopen(t.desk, ACTOR, id, { revision: document.revision });
  expect([reopened.flags, reopened.document.open_flags]).toEqual([[], 0]);
});
