import { eq, inArray } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { listInboxQuerySchema } from '#lib/contract/desk/inbox.ts';
import { deployments } from '../deployments/tables.ts';
import { countRetention, removeExpired } from '../documents/operations/retention.ts';
import { qualitySamples } from '../documents/quality-samples/tables.ts';
import { documents } from '../documents/tables.ts';
import { maintainInbox } from '../inbox/maintain-inbox.ts';
import { listInbox } from '../inbox/operations/list-inbox.ts';
import { countDocument } from '../insights/count-document.ts';
import { findDueExample } from '../learning/find-due-example.ts';
import { makeExample } from '../learning/make-example.ts';
import { approve, reject, reopen } from '../review/operations/decide.ts';
import { listQualitySamples, saveQualitySample } from '../review/operations/quality-samples.ts';
import { saveActions } from '../review/operations/save-actions.ts';
import { saveRetention } from '../schemas/operations/schema-settings.ts';
import { schemaSettings } from '../schemas/tables.ts';
import { FEWEST_APPROVED, NOTE_VALUES, SWITCH_ON, startTestApprovals, type TestApprovals } from '../testing/start-test-approvals.ts';
import { ACTOR } from '../testing/start-test-desk.ts';
import { getAutomaticApproval, saveAutomaticApproval } from './operations/automatic-approval.ts';

/** An error rate that two errors in three samples show to be exceeded, and the approvals that it takes. */
const STRICT = { ...SWITCH_ON, error_rate: 0.05 };
const FEWEST_STRICT = 59;

let t: TestApprovals;
beforeAll(async () => {
  t = await startTestApprovals();
});
afterAll(() => t?.close());

const agree = (...different: string[]) => ({
  fields: Object.keys(NOTE_VALUES).map((name) =>
    different.includes(name) ? { pointer: `/${name}`, agrees: false, right: 'B-2' } : { pointer: `/${name}`, agrees: true },
  ),
});

test('samples that a person checked count as evidence, and too many errors in them switch it off and are told', async () => {
  const schemaId = await t.approvedSchema(FEWEST_STRICT);
  await saveAutomaticApproval(t.desk, ACTOR, schemaId, { ...STRICT, sample_percent: 100 });
  const right = await t.arrive(schemaId);
  await saveQualitySample(t.desk, ACTOR, right.document.id, agree());
  await countDocument(t.desk, right.document.id);
  const fieldOf = async (name: string) => (await getAutomaticApproval(t.desk, schemaId)).fields.find(({ field }) => field === name);
  expect(await fieldOf('total')).toMatchObject({ documents: FEWEST_STRICT + 1, errors: 0 });
  const first = await t.arrive(schemaId);
  const second = await t.arrive(schemaId);
  await saveQualitySample(t.desk, ACTOR, first.document.id, agree('number'));
  // one of six may be chance
  expect(await getAutomaticApproval(t.desk, schemaId)).toMatchObject({ settings: { on: true }, stopped: null });
  await saveQualitySample(t.desk, ACTOR, second.document.id, agree('number'));
  expect(await getAutomaticApproval(t.desk, schemaId)).toMatchObject({
    settings: { on: false, error_rate: STRICT.error_rate },
    stopped: { field: 'number', values: 3, errors: 2 },
  });
  await countDocument(t.desk, second.document.id);
  expect(await fieldOf('number')).toMatchObject({ threshold: null, errors: 1, missing: 0 });
  expect(await t.stateOf(schemaId)).toBe('to_review');
  const owner = { id: 'olga', name: 'Olga', email: 'olga@example.org', role: 'schema_owner' as const, active: true };
  t.desk.listAccounts = async () => [owner, { ...owner, id: 'rita', name: 'Rita', role: 'reviewer' }];
  const inboxOf = async (id: string) =>
    (await listInbox(t.desk, { id, isAdmin: false }, listInboxQuerySchema.parse({}))).items.map(({ kind, schema, settled }) => ({
      kind,
      schema: schema?.id,
      settled,
    }));
  await maintainInbox(t.desk);
  await maintainInbox(t.desk);
  expect(await inboxOf('olga')).toEqual([{ kind: 'stopped', schema: schemaId, settled: false }]);
  expect(await inboxOf('rita')).toEqual([]);
  // a screen that still shows it as on does not switch it on again
  await expect(saveAutomaticApproval(t.desk, ACTOR, schemaId, { ...STRICT, was_on: true })).rejects.toMatchObject({ code: 'conflict' });
  await saveAutomaticApproval(t.desk, ACTOR, schemaId, STRICT);
  await maintainInbox(t.desk);
  expect(await inboxOf('olga')).toEqual([{ kind: 'stopped', schema: schemaId, settled: true }]);
  // what was found before it was switched on anew does not stop it again
  expect(await getAutomaticApproval(t.desk, schemaId)).toMatchObject({ settings: { on: true }, stopped: null, samples: { values: 0 } });
});

test('what a person checked of a document that approved itself is a lesson, and nothing else of it', async () => {
  const schemaId = await t.approvedSchema(FEWEST_APPROVED);
  await saveAutomaticApproval(t.desk, ACTOR, schemaId, { ...SWITCH_ON, sample_percent: 100 });
  const { database } = t.desk;
  await database.update(deployments).set({ ours: true });
  const { document } = await t.arrive(schemaId);
  expect(await findDueExample(database, document.id)).toBeNull();
  const [checked, disputed] = Object.keys(NOTE_VALUES);
  const fields = [
    { pointer: `/${checked}`, agrees: true },
    { pointer: `/${disputed}`, agrees: false },
  ];
  await saveQualitySample(t.desk, ACTOR, document.id, { fields });
  const due = await findDueExample(database, document.id);
  const example = due && (await makeExample(database, due));
  expect(example).toMatchObject({ approved_by: ACTOR.name });
  expect(example).not.toHaveProperty('second_check');
  expect(Object.keys(example?.fields ?? {})).toEqual([checked]);
  expect(example?.fields[checked!]).not.toHaveProperty('untouched');
  // nor once a person has taken it back
  await reopen(t.desk, ACTOR, document.id, { revision: document.revision });
  expect(await findDueExample(database, document.id)).toBeNull();
});

test('samples that nobody checks for two weeks pause it', async () => {
  const schemaId = await t.approvedSchema(FEWEST_APPROVED);
  await saveAutomaticApproval(t.desk, ACTOR, schemaId, { ...SWITCH_ON, sample_percent: 100 });
  const { document } = await t.arrive(schemaId);
  const ago = (days: number) => new Date(Date.now() - days * 24 * 3_600_000);
  const { desk } = t;
  await desk.database
    .update(qualitySamples)
    .set({ chosenAt: ago(15) })
    .where(eq(qualitySamples.documentId, document.id));
  // it was switched on before
  const [row] = await desk.database.select().from(schemaSettings).where(eq(schemaSettings.schemaId, schemaId));
  const automaticApproval = { ...row!.automaticApproval!, since: ago(20).toISOString() };
  await desk.database.update(schemaSettings).set({ automaticApproval }).where(eq(schemaSettings.schemaId, schemaId));
  expect(await getAutomaticApproval(desk, schemaId)).toMatchObject({ paused: 'samples_wait' });
  expect(await t.stateOf(schemaId)).toBe('to_review');
  await saveQualitySample(desk, ACTOR, document.id, agree());
  expect(await t.stateOf(schemaId)).toBe('approved');
});

test('errors in different fields switch it off together', async () => {
  const schemaId = await t.approvedSchema(FEWEST_STRICT);
  await saveAutomaticApproval(t.desk, ACTOR, schemaId, { ...STRICT, sample_percent: 100 });
  for (const name of ['number', 'total']) {
    const { document } = await t.arrive(schemaId);
    await saveQualitySample(t.desk, ACTOR, document.id, agree(name));
  }
  expect((await getAutomaticApproval(t.desk, schemaId)).stopped).toMatchObject({ field: null, values: 6, errors: 2 });
});

/** A sample that a person reopened before anybody checked it. */
async function reopenedSample(schemaId: string) {
  const { document } = await t.arrive(schemaId);
  const { document: back } = await reopen(t.desk, ACTOR, document.id, { revision: document.revision });
  return back;
}
const samplesOf = async (schemaId: string) => (await getAutomaticApproval(t.desk, schemaId)).samples;

test('a reopened sample is nobody’s to check: the next decision says what was wrong', async () => {
  const schemaId = await t.approvedSchema(FEWEST_APPROVED);
  await saveAutomaticApproval(t.desk, ACTOR, schemaId, { ...SWITCH_ON, error_rate: 0.1, sample_percent: 100 });
  const changed = await reopenedSample(schemaId);
  expect((await listQualitySamples(t.desk)).waiting.map((sample) => sample.document.id)).not.toContain(changed.id);
  expect(await samplesOf(schemaId)).toMatchObject({ waiting: 0, reopened: 1 });
  const draft = { kind: 'correct' as const, pointer: '/number', value: 'A-2', evidence: [] };
  const actions = [{ id: crypto.randomUUID(), draft }];
  const { document } = await saveActions(t.desk, ACTOR, changed.id, { revision: changed.revision, actions });
  await approve(t.desk, ACTOR, changed.id, { revision: document.revision, sign_off: false });
  expect(await samplesOf(schemaId)).toEqual({ documents: 1, values: 3, errors: 1, waiting: 0, reopened: 0 });
  // reopened for nothing
  const unchanged = await reopenedSample(schemaId);
  await approve(t.desk, ACTOR, unchanged.id, { revision: unchanged.revision, sign_off: false });
  expect(await samplesOf(schemaId)).toMatchObject({ documents: 2, values: 6, errors: 1 });
});

test('of a reopened sample that is rejected, or of another schema after all, everything was wrong', async () => {
  const schemaId = await t.approvedSchema(FEWEST_APPROVED);
  const otherId = await t.approvedSchema(0);
  const on = { ...SWITCH_ON, sample_percent: 100 };
  await saveAutomaticApproval(t.desk, ACTOR, schemaId, on);
  const rejected = await reopenedSample(schemaId);
  await reject(t.desk, ACTOR, rejected.id, { revision: rejected.revision, reason: 'not ours' });
  expect(await getAutomaticApproval(t.desk, schemaId)).toMatchObject({
    settings: { on: false },
    samples: { documents: 1, values: 3, errors: 3, reopened: 0 },
  });
  await saveAutomaticApproval(t.desk, ACTOR, schemaId, on);
  const moved = await reopenedSample(schemaId);
  const { document } = await t.answer(moved.id, otherId);
  await approve(t.desk, ACTOR, moved.id, { revision: document.revision, sign_off: false });
  expect(await samplesOf(schemaId)).toMatchObject({ documents: 1, values: 3, errors: 3, reopened: 0 });
});

test('a new answer after the reopening does not make the old one right', async () => {
  const schemaId = await t.approvedSchema(FEWEST_APPROVED);
  await saveAutomaticApproval(t.desk, ACTOR, schemaId, { ...SWITCH_ON, sample_percent: 100 });
  const back = await reopenedSample(schemaId);
  const { document } = await t.answer(back.id, schemaId, { values: { ...NOTE_VALUES, number: 'A-9' } });
  await approve(t.desk, ACTOR, back.id, { revision: document.revision, sign_off: false });
  expect(await samplesOf(schemaId)).toMatchObject({ documents: 1, values: 3, errors: 1 });
});

test('what samples showed stays when their documents go, and an unchecked one is kept beyond its days', async () => {
  const schemaId = await t.approvedSchema(FEWEST_APPROVED);
  await saveAutomaticApproval(t.desk, ACTOR, schemaId, { ...SWITCH_ON, sample_percent: 100 });
  const { desk } = t;
  const [checked, unchecked] = [await t.arrive(schemaId), await t.arrive(schemaId)];
  await saveQualitySample(desk, ACTOR, checked.document.id, agree('number'));
  const long = new Date(Date.now() - 40 * 24 * 3_600_000);
  await desk.database
    .update(documents)
    .set({ approvedAt: long })
    .where(inArray(documents.id, [checked.document.id, unchecked.document.id]));
  await saveRetention(desk, ACTOR, schemaId, { retention_days: 30 });
  expect(await countRetention(desk, schemaId, 30)).toMatchObject({ due: 1, held: 1 });
  expect(await removeExpired(desk)).toBe(1);
  const left = await desk.database.select({ id: documents.id }).from(documents).where(eq(documents.approvedAt, long));
  expect(left).toEqual([{ id: unchecked.document.id }]);
  expect(await getAutomaticApproval(desk, schemaId)).toMatchObject({ samples: { documents: 1, errors: 1, waiting: 1 } });
});
