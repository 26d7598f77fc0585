import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LESSON_VERSION } from '#lib/extraction/memory/lesson.ts';
import { ChildTaskError } from '#lib/platform/children/run-child-task.ts';
import type { QueueJob } from '#lib/platform/queue/queue.ts';
import { examples } from '../context/tables.ts';
import { indexDocument } from '../documents/index-document.ts';
import { createExtractionPool, type ExtractionPool } from '../engine/extraction-pool.ts';
import type { Learned } from '../engine/lesson-task.ts';
import { createExampleDesk } from '../testing/example-desk.ts';
import { until } from '../testing/poll.ts';
import { startTestService, type TestService } from '../testing/start-test-service.ts';
import { startServiceWorker } from '../worker.ts';
import { giveUpExample, type LearnData, learnExample } from './learn-example.ts';
import { relearnExamples } from './relearn-examples.ts';

let test: TestService;
let document: string;
let pool: ExtractionPool;
const desk = createExampleDesk(() => test);

beforeAll(async () => {
  test = await startTestService({ worker: false });
  document = await desk.upload('Slip\n\nNumber: S-1\nTotal: 12.50 EUR\n');
  await indexDocument(test.context, jobOf({ documentId: document }));
  pool = createExtractionPool(test.context.config);
});
afterAll(async () => {
  await pool.stop();
  await test.close();
});

function jobOf<Data>(data: Data, more: Partial<QueueJob<Data>> = {}): QueueJob<Data> {
  const signal = new AbortController().signal;
  return {
    ...{ id: 'x', data, attempt: 1, lastAttempt: false, deaths: 0, submitter: null, express: false, waitedMs: 0, signal },
    finish: async () => undefined,
    ...more,
  };
}
const learnJob = (exampleId: string, more: Partial<QueueJob<LearnData>> = {}) => jobOf({ exampleId }, more);

async function approved(value = 'S-1'): Promise<{ id: string; schema: string }> {
  const schema = await desk.createSchema();
  const saved = await desk.approve(schema, document, { number: { value } });
  expect(saved.status).toBe(201);
  return { id: saved.body.id, schema };
}
const rowOf = async (id: string) => (await test.context.database.select().from(examples).where(eq(examples.id, id)))[0];
/** What the queue was sent to have an example learned. */
async function jobsOf(id: string): Promise<LearnData[]> {
  const sent = sql`select data from pgboss.job where name = 'service.learn' and data->>'exampleId' = ${id}`;
  return (await test.context.database.execute(sent)).rows.map(({ data }) => data as LearnData);
}
const lessonOf = (version: number): Learned => ({ lesson: { version, keys: [], fields: {} }, sketch: Uint32Array.of(version) });
/** A pool whose lessons come when they are told to. */
function slowPool() {
  const waiting: ((learned: Learned) => void)[] = [];
  return { waiting, pool: { ...pool, learn: () => new Promise<Learned>((resolve) => waiting.push(resolve)) } };
}

describe('learning from an example', () => {
  it('stores the lesson and the sketch of the document', async () => {
    const { id } = await approved();
    await learnExample(test.context, pool, learnJob(id));
    const row = await rowOf(id);
    expect(row).toMatchObject({ status: 'completed', lesson: { version: row?.lessonVersion }, error: null });
    expect(row?.sketch?.length).toBeGreaterThan(4);
    expect([...(row?.sketch ?? [])]).toEqual([...(row?.sketch ?? [])].toSorted((a, b) => a - b));
  });

  it('is done once: a worker that lost its claim changes nothing', async () => {
    const { id } = await approved();
    const slow = slowPool();
    const frozen = learnExample(test.context, slow.pool, learnJob(id));
    await until(async () => slow.waiting.length, Boolean);
    await learnExample(test.context, pool, learnJob(id, { attempt: 2 }));
    const row = await rowOf(id);
    slow.waiting[0]?.(lessonOf(77));
    await frozen;
    expect(await rowOf(id)).toEqual(row);
    expect(row?.status).toBe('completed');
  });

  it('of what was approved before is not written when the document is approved again meanwhile', async () => {
    const { id, schema } = await approved();
    const slow = slowPool();
    const late = learnExample(test.context, slow.pool, learnJob(id));
    await until(async () => slow.waiting.length, Boolean);
    await desk.approve(schema, document, { number: { value: 'S-2' } });
    slow.waiting[0]?.(lessonOf(77));
    await late;
    expect(await rowOf(id)).toMatchObject({ status: 'pending', lesson: null, approved: { number: { value: 'S-2' } } });
  });

  it('brings back nothing that was forgotten meanwhile', async () => {
    const { id, schema } = await approved();
    const slow = slowPool();
    const late = learnExample(test.context, slow.pool, learnJob(id));
    await until(async () => slow.waiting.length, Boolean);
    await desk.ask('DELETE', `/v1/schemas/${schema}/examples`);
    slow.waiting[0]?.(lessonOf(77));
    await late;
    expect(await rowOf(id)).toBeUndefined();
  });

  it('is tried again after a crash, and fails with a sentence in the end', async () => {
    const { id, schema } = await approved();
    const broken = { ...pool, learn: () => Promise.reject(new ChildTaskError('crashed', 'It ended.')) };
    await expect(learnExample(test.context, broken, learnJob(id))).rejects.toThrow('It ended.');
    expect((await rowOf(id))?.status).toBe('pending');
    await learnExample(test.context, broken, learnJob(id, { lastAttempt: true }));
    expect(await desk.learned(schema, id)).toMatchObject({
      status: 'failed',
      error: { code: 'learning_failed', message: 'The service could not learn from this document.' },
    });
    expect((await desk.approve(schema, document, { number: { value: 'S-1' } })).body).toMatchObject({ status: 'pending', error: null });
  });

  it('is given up when the worker died twice with it', async () => {
    const { id } = await approved();
    await giveUpExample(test.context, learnJob(id, { deaths: 2 }));
    expect(await rowOf(id)).toMatchObject({
      status: 'failed',
      error: { code: 'learning_failed', message: expect.stringContaining('stopped twice') },
    });
  });

  it('is given up for the draft that its job was sent for, never for a newer one', async () => {
    const { id, schema } = await approved();
    const late = () => learnExample(test.context, crashing, jobOf(old!, { lastAttempt: true }));
    const crashing = { ...pool, learn: () => Promise.reject(new ChildTaskError('crashed', 'It ended.')) };
    const [old] = await jobsOf(id);
    await expect(learnExample(test.context, crashing, jobOf(old!))).rejects.toThrow('It ended.');
    await desk.approve(schema, document, { number: { value: 'S-2' } });
    const newer = (await jobsOf(id)).find(({ draft }) => draft !== old!.draft);
    await expect(late()).rejects.toThrow('It ended.');
    await giveUpExample(test.context, jobOf(old!));
    expect(await rowOf(id)).toMatchObject({ status: 'pending', error: null });
    await expect(learnExample(test.context, crashing, jobOf(newer!))).rejects.toThrow('It ended.');
    await giveUpExample(test.context, jobOf(newer!));
    expect(await rowOf(id)).toMatchObject({ status: 'failed', error: { code: 'learning_failed' } });
  });
});

describe('a worker that starts', () => {
  it('goes on with what a killed one had claimed, settles what failed for good, and learns old lessons anew', async () => {
    const { database, queue } = test.context;
    const [claimed, dead, old] = [await approved(), await approved(), await approved()];
    // as an earlier version of the product did with every claim
    await database.update(examples).set({ attempt: 1 }).where(eq(examples.id, claimed.id));
    await database.execute(sql`delete from pgboss.job where name = 'service.learn' and data->>'exampleId' <> ${claimed.id}`);
    await queue.send('service.learn.dead', { exampleId: dead.id });
    const lesson = {
      status: 'completed' as const,
      lesson: { version: 0, keys: [], fields: {} },
      lessonVersion: 0,
      sketch: Uint32Array.of(1),
    };
    await database.update(examples).set(lesson).where(eq(examples.id, old.id));
    const worker = await startServiceWorker(test.context);
    await until(
      async () => [(await rowOf(claimed.id))?.status, (await rowOf(dead.id))?.status, (await rowOf(old.id))?.lessonVersion],
      ([first, second, third]) => first === 'completed' && second === 'failed' && third === LESSON_VERSION,
    );
    await test.context.queue.drain(2_000);
    await worker.stop();
  });
});

describe('old lessons', () => {
  it('are sent to be learned anew once, whoever looks for them, and teach nothing until then', async () => {
    const { database } = test.context;
    const sent: LearnData[] = [];
    const queue = {
      ...test.context.queue,
      send: async (_name: string, data: object) => {
        sent.push(data as LearnData);
        return 'sent';
      },
    };
    const schema = await desk.createSchema();
    const documents = Array.from({ length: 130 }, () => crypto.randomUUID());
    for (const id of documents) {
      await database.execute(sql`insert into service.documents (id, name, size, sha256) values (${id}, 'made', 1, ${id})`);
      const made = {
        id,
        schemaId: schema,
        documentId: id,
        approved: {},
        valueCount: 0,
        lesson: { version: 0, keys: [], fields: {} },
        lessonVersion: 0,
      };
      await database.insert(examples).values({ ...made, status: 'completed', sketch: Uint32Array.of(1) });
    }
    const { signal } = new AbortController();
    const counts = await Promise.all([relearnExamples({ database, queue }, signal), relearnExamples({ database, queue }, signal)]);
    expect(counts[0]! + counts[1]!).toBe(130);
    expect(sent.map(({ exampleId }) => exampleId).toSorted()).toEqual(documents.toSorted());
    expect(new Set(sent.map(({ draft }) => draft))).toEqual(new Set([1]));
    const rows = await database.select().from(examples).where(eq(examples.schemaId, schema));
    const states = rows.map(({ status, lesson, sketch, attempt }) => `${status} ${lesson} ${sketch} ${attempt}`);
    expect(new Set(states)).toEqual(new Set(['pending null null 1']));
  });
});
