import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { ActionDraft } from '#lib/contract/desk/review.ts';
import { TEACH_QUEUE } from '../context/desk.ts';
import { sendTeach } from '../context/send-teach.ts';
import { deployments } from '../deployments/tables.ts';
import { lockDocumentRow } from '../documents/desk-document.ts';
import { removeDocument } from '../documents/operations/remove-document.ts';
import { documents } from '../documents/tables.ts';
import { approve, reject, reopen } from '../review/operations/decide.ts';
import { saveActions } from '../review/operations/save-actions.ts';
import { extractions } from '../review/tables.ts';
import { saveSchemaSettings } from '../schemas/operations/schema-settings.ts';
import { ORDER } from '../testing/insert-reviewable.ts';
import { listEvents } from '../testing/list-events.ts';
import { PLAIN_SETTINGS } from '../testing/plain-settings.ts';
import { type LearningService, startLearningService } from '../testing/start-learning-service.ts';
import { ACTOR } from '../testing/start-test-desk.ts';
import { taught } from './tables.ts';
import { teachDocument } from './teach-document.ts';
import { teachAll } from './teach-schema.ts';

let service: LearningService;
beforeAll(async () => {
  service = await startLearningService();
});
afterAll(() => service.close());
beforeEach(() => {
  service.before.answer = () => undefined;
  service.asked.length = 0;
});

const BOB = { id: 'bob', name: 'Bob' };
const sign = (id: string, revision: number, actor = ACTOR) => approve(service.t.desk, actor, id, { revision, sign_off: true });
const act = (id: string, revision: number, ...drafts: ActionDraft[]) =>
  saveActions(service.t.desk, ACTOR, id, { revision, actions: drafts.map((draft) => ({ id: crypto.randomUUID(), draft })) });

const reviewable: LearningService['makeReviewable'] = (options) => service.makeReviewable(options);

const rowsOf = (id: string) => service.t.desk.database.select().from(taught).where(eq(taught.documentId, id));
/** Waits until no job is left that could tell anything. */
const untilTold = () => expect.poll(service.countJobs, { timeout: 20_000 }).toBe(0);

test('an approved document is given to its deployment with the values as people left them', async () => {
  const { id, remoteId, find } = await reviewable({
    values: { number: 'A-1', date: '2026-03-12', total: null, urgent: 'perhaps', lines: [{ item: 'Nails', amount: 10 }] },
  });
  const evidence = [{ page: 1, box: [0.1, 0.1, 0.2, 0.2] as [number, number, number, number], text: 'B-2', words: [4] }];
  const { document } = await act(
    id,
    0,
    { kind: 'correct', pointer: '/number', value: 'B-2', evidence },
    { kind: 'clear', pointer: '/date' },
    { kind: 'correct', pointer: '/lines/0/amount', value: 12, evidence: [] },
  );
  await sign(id, document.revision);
  await expect.poll(find).toBeDefined();
  expect(find()).toMatchObject({ document_id: remoteId, approved_by: 'Tess Tester', approved_at: expect.stringMatching(/^20..-/) });
  expect(find()?.fields).toMatchObject({
    number: { value: 'B-2', text: 'B-2', evidence },
    date: { value: null, evidence: [] },
    total: { value: null },
    lines: [{ item: { value: 'Nails', text: 'Nails' }, amount: { value: 12, text: null, evidence: [] } }],
  });
  // what the field cannot hold teaches nothing
  expect(find()?.fields).not.toHaveProperty('urgent');
  await untilTold();
  expect(await listEvents(service.t.desk, id)).toEqual([
    'value.corrected',
    'value.cleared',
    'value.corrected',
    'document.approved',
    'document.taught',
  ]);
});

test('a reopened document is taken back, and given again with what is approved then', async () => {
  const { id, find } = await reviewable();
  await sign(id, 0);
  await expect.poll(find).toBeDefined();
  await reopen(service.t.desk, ACTOR, id, { revision: 1 });
  await expect.poll(find).toBeUndefined();
  // until it is written down, too: what is taken back before that is no event
  await untilTold();
  await act(id, 2, { kind: 'correct', pointer: '/total', value: 31, evidence: [] });
  await sign(id, 3);
  await expect.poll(() => find()?.fields.total).toMatchObject({ value: 31 });
  await untilTold();
  await reopen(service.t.desk, ACTOR, id, { revision: 4 });
  await reject(service.t.desk, ACTOR, id, { revision: 5, reason: 'A copy' });
  await expect.poll(find).toBeUndefined();
  await untilTold();
  expect(await rowsOf(id)).toEqual([]);
  expect((await listEvents(service.t.desk, id)).filter((event) => /taught/.test(event))).toEqual([
    'document.taught',
    'document.untaught',
    'document.taught',
    'document.untaught',
  ]);
});

test('an approval does not wait for a service that is down; when it is back the example arrives once', async () => {
  const { id, find } = await reviewable();
  let isDown = true;
  service.before.answer = () => (isDown ? { status: 503, code: 'unavailable' } : undefined);
  const begun = performance.now();
  expect((await sign(id, 0)).document.state).toBe('approved');
  expect(performance.now() - begun).toBeLessThan(5_000);
  await expect.poll(() => service.asked.length, { timeout: 10_000 }).toBeGreaterThanOrEqual(3);
  expect(find()).toBeUndefined();
  isDown = false;
  service.asked.length = 0;
  await expect.poll(find, { timeout: 10_000 }).toBeDefined();
  await untilTold();
  expect(service.asked.length).toBe(1);
  expect(await listEvents(service.t.desk, id)).toEqual(['document.approved', 'document.taught']);
});

test('what was reopened while the service was down never arrives', async () => {
  const { id, find } = await reviewable();
  service.before.answer = () => ({ status: 503, code: 'unavailable' });
  await sign(id, 0);
  await expect.poll(() => service.asked.length).toBeGreaterThan(0);
  await reopen(service.t.desk, ACTOR, id, { revision: 1 });
  service.before.answer = () => undefined;
  await untilTold();
  expect(find()).toBeUndefined();
  expect(await rowsOf(id)).toEqual([]);
});

test('a document reopened while it is being told is taken back afterwards', async () => {
  const { id, find } = await reviewable();
  let release = () => {};
  service.before.answer = (method) => (method === 'POST' ? new Promise((resolve) => (release = () => resolve(undefined))) : undefined);
  await sign(id, 0);
  await expect.poll(() => service.asked.length).toBe(1);
  await reopen(service.t.desk, ACTOR, id, { revision: 1 });
  release();
  await untilTold();
  expect(find()).toBeUndefined();
  expect(service.asked.map((asked) => asked.split(' ')[0])).toEqual(['POST', 'DELETE']);
  expect(await rowsOf(id)).toEqual([]);
});

test('a document approved under another schema teaches that one alone', async () => {
  const { id, schemaId, remoteId, find } = await reviewable();
  const { schemaId: otherId } = await reviewable();
  await sign(id, 0);
  await expect.poll(find).toBeDefined();
  service.before.answer = () => ({ status: 503, code: 'unavailable' });
  await reopen(service.t.desk, ACTOR, id, { revision: 1 });
  await service.t.desk.database.update(documents).set({ schemaId: otherId }).where(eq(documents.id, id));
  await service.t.desk.database.update(extractions).set({ schemaId: otherId }).where(eq(extractions.documentId, id));
  await sign(id, 2);
  service.before.answer = () => undefined;
  await expect.poll(() => service.examples.has(`${otherId}/${remoteId}`), { timeout: 10_000 }).toBe(true);
  await untilTold();
  expect(find()).toBeUndefined();
  expect((await rowsOf(id)).map((row) => row.remoteSchemaId)).toEqual([otherId]);
  expect(otherId).not.toBe(schemaId);
});

test('the first of two approvals teaches nothing, the second does', async () => {
  const { id, schemaId, find } = await reviewable();
  await saveSchemaSettings(service.t.desk, ACTOR, schemaId, { ...PLAIN_SETTINGS, second_approval: { when: 'always' } });
  await sign(id, 0);
  await sendTeach(service.t.desk, { documentId: id });
  await untilTold();
  expect(find()).toBeUndefined();
  await sign(id, 1, BOB);
  await expect.poll(find).toMatchObject({ approved_by: 'Bob' });
});

test('a service that refuses an example for good is asked once; one that did not know it is asked again after a day', async () => {
  const { id, find } = await reviewable();
  service.before.answer = () => ({ status: 422, code: 'invalid_request' });
  await sign(id, 0);
  await untilTold();
  expect(await rowsOf(id)).toMatchObject([{ refused: 'invalid_request', revision: 1 }]);
  const { id: other, find: findOther } = await reviewable();
  service.before.answer = () => ({ status: 404, code: 'not_found' });
  await sign(other, 0);
  await untilTold();
  expect(service.asked.length).toBe(2);
  service.before.answer = () => undefined;
  await teachAll(service.t.desk);
  await untilTold();
  expect(service.asked.length).toBe(2);
  await service.t.desk.database.update(taught).set({ at: sql`${taught.at} - interval '25 hours'` });
  await teachAll(service.t.desk);
  await expect.poll(findOther, { timeout: 10_000 }).toBeDefined();
  await untilTold();
  expect(find()).toBeUndefined();
  expect(await listEvents(service.t.desk, id)).toEqual(['document.approved']);
});

test('a deployment that is not ours is told nothing', async () => {
  const { id } = await reviewable();
  const isOurs = (ours: boolean) => service.t.desk.database.update(deployments).set({ ours }).where(eq(deployments.fromEnvironment, true));
  await isOurs(false);
  await sign(id, 0);
  await untilTold();
  expect(service.asked).toEqual([]);
  expect(await rowsOf(id)).toEqual([]);
  await isOurs(true);
});

test('with a removed document goes what is known of its example, and with the document at the deployment the example', async () => {
  const { id, find } = await reviewable();
  await sign(id, 0);
  await expect.poll(find).toBeDefined();
  await untilTold();
  await removeDocument(service.t.desk, ACTOR, id);
  expect(await rowsOf(id)).toEqual([]);
  await expect.poll(find).toBeUndefined();
  await sendTeach(service.t.desk, { documentId: id });
  await untilTold();
  expect(service.asked.length).toBe(1);
});

test('documents approved before, or whose job was lost, are taught once', async () => {
  const { id, schemaId, find } = await reviewable();
  const { id: newer, find: findNewer } = await reviewable({ schemaId, schema: ORDER });
  const { id: reopened, find: findReopened } = await reviewable({ schemaId, schema: ORDER });
  await sign(reopened, 0);
  await expect.poll(findReopened).toBeDefined();
  await untilTold();
  service.asked.length = 0;
  service.before.answer = () => ({ status: 503, code: 'unavailable' });
  await sign(id, 0);
  await sign(newer, 0);
  await reopen(service.t.desk, ACTOR, reopened, { revision: 1 });
  await expect.poll(() => service.asked.length, { timeout: 10_000 }).toBeGreaterThanOrEqual(3);
  await expect
    .poll(async () => {
      await service.t.desk.database.execute(sql`delete from pgboss.job where name = ${TEACH_QUEUE} and state <> 'active'`);
      return service.countJobs();
    })
    .toBe(0);
  service.before.answer = () => undefined;
  service.asked.length = 0;
  await teachAll(service.t.desk);
  await expect.poll(() => [find(), findNewer()].every(Boolean), { timeout: 10_000 }).toBe(true);
  await untilTold();
  expect(findReopened()).toBeUndefined();
  expect(service.asked.filter((one) => one.endsWith(schemaId)).sort()).toEqual([
    `DELETE ${schemaId}`,
    `POST ${schemaId}`,
    `POST ${schemaId}`,
  ]);
  await teachAll(service.t.desk);
  await untilTold();
  expect(service.asked.filter((one) => one.endsWith(schemaId)).length).toBe(3);
});

test('a schema that shall not learn is forgotten at the service, and taught again when it shall', async () => {
  const { id, schemaId, find } = await reviewable();
  const { id: later, find: findLater } = await reviewable({ schemaId, schema: ORDER });
  await sign(id, 0);
  await expect.poll(find).toBeDefined();
  await untilTold();
  service.asked.length = 0;
  const saved = await saveSchemaSettings(service.t.desk, ACTOR, schemaId, { ...PLAIN_SETTINGS, learn_from_approvals: false });
  expect(saved.learn_from_approvals).toBe(false);
  await expect.poll(find).toBeUndefined();
  await sign(later, 0);
  await untilTold();
  expect([await rowsOf(id), await rowsOf(later)]).toEqual([[], []]);
  expect(service.asked).toEqual([`DELETE ${schemaId}`]);
  expect(await listEvents(service.t.desk, id)).toEqual(['document.approved', 'document.taught', 'document.untaught']);
  // left out: as it is
  expect((await saveSchemaSettings(service.t.desk, ACTOR, schemaId, PLAIN_SETTINGS)).learn_from_approvals).toBe(false);
  await saveSchemaSettings(service.t.desk, ACTOR, schemaId, { ...PLAIN_SETTINGS, learn_from_approvals: true });
  await expect.poll(() => [find(), findLater()].every(Boolean), { timeout: 10_000 }).toBe(true);
});

test('a job that runs while a decision is being made waits for it, and sees what was decided', async () => {
  const { desk } = service.t;
  const { id, find } = await reviewable();
  let teaching: Promise<unknown> = Promise.resolve();
  await desk.database.transaction(async (transaction) => {
    await lockDocumentRow(transaction, id);
    await transaction.update(documents).set({ state: 'approved', approvedAt: new Date(), revision: 1 }).where(eq(documents.id, id));
    const job = { data: { documentId: id }, signal: new AbortController().signal, waitedMs: 0 };
    teaching = teachDocument(desk, job as Parameters<typeof teachDocument>[1]);
    // time enough to look, if it did not wait
    await new Promise((resolve) => setTimeout(resolve, 300));
  });
  await teaching;
  expect(find()).toBeDefined();
});
