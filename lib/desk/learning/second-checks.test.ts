import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { SaveQualitySample } from '#lib/contract/desk/quality-sample.ts';
import type { ActionDraft } from '#lib/contract/desk/review.ts';
import { now } from '#lib/platform/clock.ts';
import { qualitySamples } from '../documents/quality-samples/tables.ts';
import { approve, reopen } from '../review/operations/decide.ts';
import { saveQualitySample } from '../review/operations/quality-samples.ts';
import { saveActions } from '../review/operations/save-actions.ts';
import { saveSchemaSettings } from '../schemas/operations/schema-settings.ts';
import { ORDER_VALUES } from '../testing/insert-reviewable.ts';
import { listEvents } from '../testing/list-events.ts';
import { PLAIN_SETTINGS } from '../testing/plain-settings.ts';
import { type LearningService, startLearningService } from '../testing/start-learning-service.ts';
import { ACTOR } from '../testing/start-test-desk.ts';
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

const SETTINGS = { ...PLAIN_SETTINGS, sample_percent: 100 };
const BOB = { id: 'bob', name: 'Bob' };
const sign = (id: string, revision: number) => approve(service.t.desk, ACTOR, id, { revision, sign_off: true });
const act = async (id: string, revision: number, ...drafts: ActionDraft[]) =>
  (await saveActions(service.t.desk, ACTOR, id, { revision, actions: drafts.map((draft) => ({ id: crypto.randomUUID(), draft })) }))
    .document.revision;
const correct = (pointer: string, value: string | number): ActionDraft => ({ kind: 'correct', pointer, value, evidence: [] });
const check = (id: string, ...fields: SaveQualitySample['fields']) => saveQualitySample(service.t.desk, BOB, id, { fields });
/** A document under review of a schema whose approvals are all drawn as samples. */
const sampled: LearningService['makeReviewable'] = async (options) => {
  const made = await service.makeReviewable(options);
  await saveSchemaSettings(service.t.desk, ACTOR, made.schemaId, SETTINGS);
  return made;
};

test('the deployment is told which values nobody touched', async () => {
  const { id, find } = await sampled();
  const revision = await act(
    id,
    0,
    correct('/number', 'B-2'),
    { kind: 'confirm', pointer: '/total' },
    { kind: 'clear', pointer: '/discount' },
  );
  await sign(id, revision);
  await expect.poll(find).toBeDefined();
  const untouched = Object.entries(find()!.fields).flatMap(([name, given]) => (!Array.isArray(given) && given.untouched ? [name] : []));
  expect(untouched).toEqual(['date', 'urgent', 'tags']);
  expect(find()).not.toHaveProperty('second_check');
});

test('a checked sample is told: what it bears out counts as looked at, what it disputes is said, and errors are counted', async () => {
  const { id, find } = await sampled();
  const confirmed = [{ kind: 'confirm', pointer: '/urgent' }] as const;
  await sign(id, await act(id, 0, correct('/total', 31), correct('/discount', 7), ...confirmed));
  await expect.poll(find).toBeDefined();
  await check(
    id,
    // missed, borne out, caught, caught with another error, confirmed one by one
    { pointer: '/number', agrees: false, right: 'A-7' },
    { pointer: '/date', agrees: true },
    { pointer: '/total', agrees: true },
    { pointer: '/discount', agrees: false, right: 8 },
    { pointer: '/urgent', agrees: false, right: false },
    { pointer: '/lines/0/amount', agrees: false, right: 11 },
  );
  await expect.poll(() => find()?.second_check).toEqual({ errors: 3, caught: 2 });
  expect(find()!.fields).toMatchObject({
    number: { value: 'A-1', checked_as: 'A-7' },
    discount: { value: 7, checked_as: 8 },
    urgent: { value: true, checked_as: false },
    tags: { untouched: true },
  });
  for (const name of ['number', 'date', 'total', 'discount', 'urgent']) expect(find()!.fields[name]).not.toHaveProperty('untouched');
  for (const name of ['date', 'total', 'tags']) expect(find()!.fields[name]).not.toHaveProperty('checked_as');
});

test('what had a flag is not counted, touched or not', async () => {
  const { id, find } = await sampled({ confidence: 0.4 });
  await sign(id, await act(id, 0, correct('/total', 31)));
  await check(id, { pointer: '/number', agrees: false, right: 'A-7' }, { pointer: '/total', agrees: true });
  await expect.poll(() => find()?.second_check).toEqual({ errors: 0, caught: 0 });
});

test('wrong without a value does not say that there is none: it is missed where it was left, never caught, and teaches nothing; what was confirmed empty is not counted', async () => {
  const { id, find } = await sampled({ values: { ...ORDER_VALUES, discount: null } });
  await sign(id, await act(id, 0, correct('/total', 31), { kind: 'confirm', pointer: '/discount' }));
  await check(
    id,
    { pointer: '/number', agrees: false, right: null },
    { pointer: '/total', agrees: false, right: null },
    { pointer: '/discount', agrees: false, right: 8 },
  );
  await expect.poll(() => find()?.second_check).toEqual({ errors: 1, caught: 0 });
  for (const name of ['number', 'total']) expect(find()!.fields).not.toHaveProperty(name);
  expect(find()!.fields.date).toMatchObject({ untouched: true });
});

test('an error that was missed stays so when it is corrected or confirmed after the check, but is disputed no more', async () => {
  const { id, find } = await sampled();
  await sign(id, 0);
  await check(
    id,
    { pointer: '/number', agrees: false, right: 'A-7' },
    { pointer: '/date', agrees: true },
    { pointer: '/total', agrees: false, right: 31 },
  );
  await expect.poll(() => find()?.fields.number).toMatchObject({ checked_as: 'A-7' });
  await reopen(service.t.desk, ACTOR, id, { revision: 1 });
  await sign(id, await act(id, 2, correct('/number', 'A-7'), { kind: 'confirm', pointer: '/total' }));
  await expect.poll(() => find()?.fields.number).toMatchObject({ value: 'A-7' });
  expect(find()).toMatchObject({ second_check: { errors: 2, caught: 0 } });
  for (const name of ['number', 'total']) expect(find()!.fields[name]).not.toHaveProperty('checked_as');
  expect(find()!.fields.date).not.toHaveProperty('untouched');
});

test('a sample that is checked while the service is down is told once it is back, and the service asked no more after that', async () => {
  const { id, find } = await sampled();
  await sign(id, 0);
  await expect.poll(find).toBeDefined();
  await expect.poll(service.countJobs, { timeout: 20_000 }).toBe(0);
  let isDown = true;
  service.before.answer = () => (isDown ? { status: 503, code: 'unavailable' } : undefined);
  await check(id, { pointer: '/number', agrees: false, right: 'A-7' });
  service.asked.length = 0;
  await expect.poll(() => service.asked.length, { timeout: 20_000 }).toBeGreaterThanOrEqual(2);
  expect(find()).not.toHaveProperty('second_check');
  isDown = false;
  await expect.poll(() => find()?.second_check, { timeout: 20_000 }).toEqual({ errors: 1, caught: 0 });
  await expect.poll(service.countJobs, { timeout: 20_000 }).toBe(0);
  expect((await listEvents(service.t.desk, id)).filter((event) => event === 'document.taught')).toHaveLength(2);
});

test('a sample that was checked in an earlier version, or whose job was lost, is told at the next look', async () => {
  const { id, find } = await sampled();
  await sign(id, 0);
  await expect.poll(find).toBeDefined();
  await expect.poll(service.countJobs, { timeout: 20_000 }).toBe(0);
  const fields = [{ pointer: '/number', agrees: false, approved: 'A-1', right: 'A-7' }];
  const looked = { lookedAt: now(), lookedById: BOB.id, lookedByName: BOB.name, fields };
  await service.t.desk.database.update(qualitySamples).set(looked).where(eq(qualitySamples.documentId, id));
  const told = async () => {
    await teachAll(service.t.desk);
    // of the schemas, then of their documents
    await expect.poll(service.countJobs, { timeout: 20_000 }).toBe(0);
  };
  await told();
  expect(find()).toMatchObject({ second_check: { errors: 1, caught: 0 } });
  service.asked.length = 0;
  await told();
  expect(service.asked).toEqual([]);
});
