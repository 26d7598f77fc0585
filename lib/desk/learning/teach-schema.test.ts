import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { QueueJob } from '#lib/platform/queue/queue.ts';
import type { Desk } from '../context/desk.ts';
import { sendTeach } from '../context/send-teach.ts';
import { documents } from '../documents/tables.ts';
import { approve } from '../review/operations/decide.ts';
import { saveSchemaSettings } from '../schemas/operations/schema-settings.ts';
import { schemaSettings } from '../schemas/tables.ts';
import { PLAIN_SETTINGS } from '../testing/plain-settings.ts';
import { type LearningService, startLearningService } from '../testing/start-learning-service.ts';
import { ACTOR } from '../testing/start-test-desk.ts';
import { taught } from './tables.ts';
import { teachDocument } from './teach-document.ts';
import { teachSchema } from './teach-schema.ts';

let service: LearningService;
beforeAll(async () => {
  service = await startLearningService();
});
afterAll(() => service.close());
beforeEach(() => {
  service.before.answer = () => undefined;
  service.asked.length = 0;
});

const reviewable: LearningService['makeReviewable'] = (options) => service.makeReviewable(options);

const rowsOf = (id: string) => service.t.desk.database.select().from(taught).where(eq(taught.documentId, id));
/** Approves without asking for a job. */
const approveAlone = (id: string) =>
  service.t.desk.database.update(documents).set({ state: 'approved', approvedAt: new Date() }).where(eq(documents.id, id));
function jobOf<Data>(data: Data): QueueJob<Data> {
  const { signal } = new AbortController();
  return {
    ...{ id: 'x', data, attempt: 1, lastAttempt: false, deaths: 0, submitter: null, express: false, waitedMs: 0, signal },
    finish: async () => undefined,
  };
}
function gate() {
  let open = () => {};
  const opened = new Promise<undefined>((resolve) => (open = () => resolve(undefined)));
  return { opened, open };
}
/** Waits until no job is left that could tell anything. */
const untilTold = () => expect.poll(service.countJobs, { timeout: 20_000 }).toBe(0);

test('an example that two take back at once is gone when the first has written it down, and stays gone', async () => {
  const { desk } = service.t;
  const { id, find } = await reviewable();
  await approveAlone(id);
  await teachDocument(desk, jobOf({ documentId: id }));
  expect(find()).toBeDefined();
  await desk.database.update(documents).set({ state: 'to_review' }).where(eq(documents.id, id));
  let removals = 0;
  const getDeployment: Desk['getDeployment'] = async (deploymentId) => {
    const deployment = await desk.getDeployment(deploymentId);
    const removeExamples: typeof deployment.client.removeExamples = async (...which) => {
      removals += 1;
      const isRemoved = await deployment.client.removeExamples(...which);
      // the other one is done with it just now
      await desk.database.delete(taught).where(eq(taught.documentId, id));
      return isRemoved;
    };
    return { ...deployment, client: { ...deployment.client, removeExamples } };
  };
  expect(await teachDocument({ ...desk, getDeployment }, jobOf({ documentId: id }))).toBeUndefined();
  expect(removals).toBe(1);
  expect(await rowsOf(id)).toEqual([]);
});

test('an example that arrives while all are taken back does not stay', async () => {
  const { desk } = service.t;
  const { id, schemaId, find } = await reviewable();
  await approveAlone(id);
  const [landing, settled, tookBack] = [gate(), gate(), gate()];
  service.before.answer = (method) => (method === 'POST' ? landing.opened : undefined);
  // it goes on only when the other has written what it did
  const transaction: Desk['database']['transaction'] = async (...work) => {
    const done = await desk.database.transaction(...work);
    settled.open();
    await tookBack.opened;
    return done;
  };
  const database = Object.assign(Object.create(desk.database), { transaction }) as Desk['database'];
  const teaching = teachDocument({ ...desk, database }, jobOf({ documentId: id }));
  await expect.poll(() => service.asked.length).toBe(1);
  const off = { secondApproval: PLAIN_SETTINGS.second_approval, learnFromApprovals: false, updatedAt: new Date() };
  await desk.database.insert(schemaSettings).values({ schemaId, ...off });
  const getDeployment: Desk['getDeployment'] = async (deploymentId) => {
    const deployment = await desk.getDeployment(deploymentId);
    const removeExamples: typeof deployment.client.removeExamples = async (...which) => {
      const isRemoved = await deployment.client.removeExamples(...which);
      landing.open();
      await settled.opened;
      return isRemoved;
    };
    return { ...deployment, client: { ...deployment.client, removeExamples } };
  };
  await teachSchema({ ...desk, getDeployment }, jobOf({ schemaId }));
  tookBack.open();
  await teaching;
  await untilTold();
  expect(find()).toBeUndefined();
  expect(await rowsOf(id)).toEqual([]);
});

test('a schema that shall not learn is forgotten also where only others taught it', async () => {
  const { id, schemaId } = await reviewable();
  await approveAlone(id);
  service.examples.set(`${schemaId}/theirs`, { document_id: 'theirs', fields: {} });
  await saveSchemaSettings(service.t.desk, ACTOR, schemaId, { ...PLAIN_SETTINGS, learn_from_approvals: false });
  await untilTold();
  expect(service.examples.has(`${schemaId}/theirs`)).toBe(false);
});

test('where the desk may not forget all, it takes back what it taught, and does not ask for ever', async () => {
  const { id, schemaId, find } = await reviewable();
  await approve(service.t.desk, ACTOR, id, { revision: 0, sign_off: true });
  await expect.poll(find).toBeDefined();
  await untilTold();
  service.examples.set(`${schemaId}/theirs`, { document_id: 'theirs', fields: {} });
  service.asked.length = 0;
  // the first is for all
  const isFirst = () => service.asked.length === 1;
  service.before.answer = (method) => (method === 'DELETE' && isFirst() ? { status: 403, code: 'forbidden' } : undefined);
  await saveSchemaSettings(service.t.desk, ACTOR, schemaId, { ...PLAIN_SETTINGS, learn_from_approvals: false });
  await untilTold();
  expect(service.asked).toEqual([`DELETE ${schemaId}`, `DELETE ${schemaId}`]);
  expect([find(), service.examples.has(`${schemaId}/theirs`)]).toEqual([undefined, true]);
  expect(await rowsOf(id)).toEqual([]);
  // the hourly look
  service.asked.length = 0;
  await sendTeach(service.t.desk, { schemaId });
  await untilTold();
  expect(service.asked).toEqual([`DELETE ${schemaId}`]);
});
