import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { listInboxQuerySchema } from '#lib/contract/desk/inbox.ts';
import { nightlyCheckSchema } from '#lib/contract/desk/insights/nightly-check.ts';
import { ProblemError } from '#lib/contract/problems/problem-error.ts';
import { DeploymentError } from '#lib/deployment/deployment-error.ts';
import { removeDocument } from '../documents/operations/remove-document.ts';
import { documents } from '../documents/tables.ts';
import { listInbox } from '../inbox/operations/list-inbox.ts';
import { approve } from '../review/operations/decide.ts';
import { saveSchema } from '../schemas/operations/save-schema.ts';
import { saveSchemaSettings } from '../schemas/operations/schema-settings.ts';
import { permitText, permitWith } from '../testing/made-permit.ts';
import { PLAIN_SETTINGS } from '../testing/plain-settings.ts';
import { ACTOR, startTestDesk, type TestDesk } from '../testing/start-test-desk.ts';
import { getNightlyCheck, runNightlyCheckNow, saveNightlyCheck } from './operations/nightly-check.ts';
import { lastNight, startDueCheck } from './start-nightly-check.ts';
import { nightlyChecks, nightlyDocuments, nightlyRuns } from './tables.ts';

// with the real embedded service, its worker and its child processes; the tests build on each other
const COUNT = 10;
const DAY_MS = 24 * 3_600_000;
const ADMIN = { id: 'ada', name: 'Ada', email: 'ada@example.org', role: 'admin' as const, active: true };

let t: TestDesk;
let schemaId = '';
const ids: string[] = [];
beforeAll(async () => {
  t = await startTestDesk({ service: true, work: true });
  t.desk.listAccounts = async () => [ADMIN, { ...ADMIN, id: 'olga', role: 'schema_owner' }];
  ({ id: schemaId } = await saveSchema(t.desk, ACTOR, permitWith('Mooring dues')));
  // what was learned would make up for a wrong label
  await saveSchemaSettings(t.desk, ACTOR, schemaId, { ...PLAIN_SETTINGS, learn_from_approvals: false });
  for (let at = 0; at < COUNT; at += 1) ids.push(await approved(at));
});
afterAll(() => t?.close());

async function approved(at: number): Promise<string> {
  const text = permitText(`${340 + at}.00`, { title: `PERMIT ${at}`, tariff: `${1 + at}.00` });
  const { id } = await t.drop(text, { name: `permit-${at}.txt`, schemaId });
  const { revision } = await t.until(id, 'to_review');
  await approve(t.desk, ACTOR, id, { revision, sign_off: true });
  return id;
}

const look = async () => nightlyCheckSchema.parse(await getNightlyCheck(t.desk, { schema_id: schemaId }));
async function until(condition: (found: Awaited<ReturnType<typeof look>>) => boolean) {
  for (const end = Date.now() + 100_000; Date.now() < end; await new Promise((resolve) => setTimeout(resolve, 50))) {
    const found = await look();
    if (condition(found)) return found;
  }
  throw new Error(`That did not come about: ${JSON.stringify((await look()).run)}`);
}
async function checkNow() {
  await runNightlyCheckNow(t.desk, ACTOR);
  const { run, schemas } = await until((found) => found.run?.ended_at !== null);
  return { run, nights: schemas[0]!.nights, latest: schemas[0]!.latest };
}
const told = async (id = 'ada') =>
  (await listInbox(t.desk, { id, isAdmin: id === 'ada' }, listInboxQuerySchema.parse({}))).items.map(({ kind, schema, settled }) => {
    return { kind, schema: schema?.id, settled };
  });

test('the first check keeps what it finds, and changes no document', async () => {
  const before = await t.desk.database.select().from(documents).where(eq(documents.schemaId, schemaId));
  const { run, nights, latest } = await checkNow();
  expect(run).toMatchObject({ outcome: 'done', planned: COUNT, done: COUNT, by: ACTOR.name, trouble: null });
  expect(nights).toMatchObject([{ documents: COUNT, failed: 0, values: 2 * COUNT, right: 2 * COUNT, fell: false }]);
  expect(latest).toMatchObject({ compared: null, fields: [], changes: [], now: { schema_versions: [1], approved: [COUNT, COUNT] } });
  expect(await t.desk.database.select().from(documents).where(eq(documents.schemaId, schemaId))).toEqual(before);
});

test('an outage during the check is waited for, and is no fall', async () => {
  const { getDeployment } = t.desk;
  let asked = 0;
  t.desk.getDeployment = async (id) => {
    asked += 1;
    if (asked <= 3) return getDeployment(id);
    throw new DeploymentError('deployment_unreachable', 'The document service does not answer.', { trouble: 'unreachable' });
  };
  await runNightlyCheckNow(t.desk, ACTOR);
  const { run, schemas } = await until((found) => found.run?.trouble != null);
  expect(run).toMatchObject({ ended_at: null, done: 3, trouble: 'The document service does not answer.' });
  expect(schemas[0]!.nights).toHaveLength(1);
  t.desk.getDeployment = getDeployment;
  const after = await until((found) => found.run?.ended_at !== null);
  expect(after.run).toMatchObject({ outcome: 'done', done: COUNT, trouble: null });
  expect(after.schemas[0]!.nights[1]).toMatchObject({ documents: COUNT, failed: 0, right: 2 * COUNT, fell: false });
  expect(after.schemas[0]!.latest).toMatchObject({ compared: { documents: COUNT }, probability: 1, changes: [] });
  expect(await told()).toEqual([]);
});

test('a run that waits for too long ends without a word about the documents it did not reach', async () => {
  const { getDeployment } = t.desk;
  t.desk.getDeployment = async () => {
    throw new DeploymentError('deployment_unreachable', 'The document service does not answer.', { trouble: 'unreachable' });
  };
  await runNightlyCheckNow(t.desk, ACTOR);
  await until((found) => found.run?.trouble != null);
  const longAgo = new Date(Date.now() - 3 * 3_600_000 - 1000);
  await t.desk.database.update(nightlyRuns).set({ startedAt: longAgo }).where(eq(nightlyRuns.done, 0));
  const late = () => t.desk.database.select().from(nightlyRuns).where(eq(nightlyRuns.outcome, 'late'));
  await expect.poll(late, { timeout: 60_000 }).toHaveLength(1);
  t.desk.getDeployment = getDeployment;
  expect(await late()).toMatchObject([{ done: 0, plan: [], trouble: 'The document service does not answer.' }]);
  expect((await look()).schemas[0]!.nights).toHaveLength(2);
  expect(await told()).toEqual([]);
});

test('a document that cannot be extracted is counted apart, and holds up no other', async () => {
  const { getDeployment } = t.desk;
  let asked = 0;
  t.desk.getDeployment = (id) => {
    asked += 1;
    if (asked === 1) throw new ProblemError('not_found', 'The document service does not have this document.');
    return getDeployment(id);
  };
  const { run, nights, latest } = await checkNow();
  t.desk.getDeployment = getDeployment;
  expect([run?.done, nights.at(-1)]).toEqual([
    COUNT,
    expect.objectContaining({ documents: COUNT - 1, failed: 1, values: 2 * (COUNT - 1), right: 2 * (COUNT - 1), fell: false }),
  ]);
  expect(latest).toMatchObject({ compared: { documents: COUNT - 1 }, changes: [] });
});

test('a fall is told to admins once, with what was lost, and is over when the values come back', async () => {
  await saveSchema(t.desk, ACTOR, permitWith('Tariff'), schemaId);
  const { nights, latest } = await checkNow();
  expect(nights.at(-1)).toMatchObject({ values: 2 * COUNT, right: COUNT, fell: true });
  expect(latest.probability).toBeCloseTo(2 ** -COUNT, 9);
  expect(latest).toMatchObject({ before: { schema_versions: [1] }, now: { schema_versions: [2] }, left: 0 });
  expect(latest.fields[1]).toMatchObject({ field: 'fee', values: COUNT, right_before: COUNT, right_after: 0, losses: COUNT, gains: 0 });
  expect(latest.changes).toHaveLength(COUNT);
  expect(latest.changes.find(({ document_id }) => document_id === ids[0])).toMatchObject({
    ...{ kind: 'loss', field: 'fee', approved: 340 },
    before: { value: 340, place: { page: 1 } },
    after: { value: 1 },
  });
  expect([await told(), await told('olga')]).toEqual([[{ kind: 'quality', schema: schemaId, settled: false }], []]);
  const again = await checkNow();
  expect(again.nights.at(-1)).toMatchObject({ right: COUNT, fell: false });
  expect(again.latest.changes).toEqual([]);
  expect(await told()).toEqual([{ kind: 'quality', schema: schemaId, settled: false }]);
  await saveSchema(t.desk, ACTOR, permitWith('Mooring dues'), schemaId);
  const back = await checkNow();
  expect(back.latest.fields[1]).toMatchObject({ gains: COUNT, losses: 0 });
  expect(await told()).toEqual([{ kind: 'quality', schema: schemaId, settled: true }]);
});

test('it begins by itself once a night, unless it is switched off', async () => {
  const count = () => t.desk.database.$count(nightlyRuns);
  const before = await count();
  await startDueCheck(t.desk);
  expect(await count()).toBe(before);
  // as if all runs had been a day earlier
  for (const { id, startedAt } of await t.desk.database.select().from(nightlyRuns)) {
    const at = new Date(startedAt.getTime() - DAY_MS);
    await t.desk.database.update(nightlyRuns).set({ startedAt: at }).where(eq(nightlyRuns.id, id));
  }
  await saveNightlyCheck(t.desk, ACTOR, false);
  await startDueCheck(t.desk);
  expect([await count(), (await look()).is_on]).toEqual([before, false]);
  await saveNightlyCheck(t.desk, ACTOR, true);
  await Promise.all([startDueCheck(t.desk), startDueCheck(t.desk), startDueCheck(t.desk)]);
  expect(await count()).toBe(before + 1);
  expect(await until((found) => found.run?.ended_at !== null)).toMatchObject({ run: { by: null, outcome: 'done', done: COUNT } });
  expect(lastNight(new Date(2026, 10, 28, 1, 59))).toEqual(new Date(2026, 10, 27, 2));
  expect(lastNight(new Date(2026, 10, 28, 2, 0))).toEqual(new Date(2026, 10, 28, 2));
});

test('what is kept of a document goes with it, and too few documents are not checked', async () => {
  const kept = () => t.desk.database.$count(nightlyDocuments);
  expect(await kept()).toBe(COUNT);
  await removeDocument(t.desk, ACTOR, ids[0]!);
  expect(await kept()).toBe(COUNT - 1);
  await expect(runNightlyCheckNow(t.desk, ACTOR)).rejects.toMatchObject({ code: 'conflict' });
  const checks = await t.desk.database.select().from(nightlyChecks);
  expect(JSON.stringify(checks)).not.toContain('Anna Lind');
});
