import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { QueueJob } from '#lib/platform/queue/queue.ts';
import { examples, jobs } from '../context/tables.ts';
import type { ExtractionPool } from '../engine/extraction-pool.ts';
import type { ExtractionTask } from '../engine/extraction-task.ts';
import { createExampleMemory } from '../examples/example-memory.ts';
import { createExampleDesk } from '../testing/example-desk.ts';
import { startTestService, type TestService } from '../testing/start-test-service.ts';
import { type JobData, runJob } from './run-job.ts';

let test: TestService;
const desk = createExampleDesk(() => test);
beforeAll(async () => {
  test = await startTestService();
});
afterAll(() => test.close());

/** What the engine is given for a job; the job is done by hand here, once its own worker has done it. */
async function givenTo(path: string, body: object): Promise<ExtractionTask> {
  const { context } = test;
  const { id } = (await desk.ask('POST', path, body)).body;
  expect(await desk.settled(`${path}/${id}`)).toMatchObject({ status: 'completed' });
  await context.database.update(jobs).set({ status: 'pending' }).where(eq(jobs.id, id));
  const given: ExtractionTask[] = [];
  const pool = {
    run: async (task: ExtractionTask) => {
      given.push(task);
      return {};
    },
  } as unknown as ExtractionPool;
  const job = { data: { jobId: id }, signal: new AbortController().signal, finish: async () => undefined };
  await runJob(context, { pool, memory: createExampleMemory(context.database) }, job as unknown as QueueJob<JobData>);
  return given[0]!;
}

it('the second document of a schema is extracted with what the first one taught, the first one itself is not', async () => {
  const schema_id = await desk.createSchema();
  const first = await desk.uploadIndexed('Slip of the mill\n\nNumber: S-1\nTotal: 12.50 EUR\n');
  const second = await desk.uploadIndexed('Slip of the mill\n\nNumber: S-2\nTotal: 13.75 EUR\n');
  const memoryOf = async (document_id: string) => (await givenTo('/v1/extractions/jobs', { document_id, schema_id })).memory;
  expect(await memoryOf(second)).toEqual([]);
  const { id } = (await desk.approve(schema_id, first, { number: { value: 'S-1' } })).body;
  expect(await desk.learned(schema_id, id)).toMatchObject({ status: 'completed' });
  const [row] = await test.context.database.select().from(examples).where(eq(examples.id, id));
  expect(await memoryOf(second)).toEqual([{ id: first, likeness: expect.any(Number), lesson: row?.lesson }]);
  const { records } = await givenTo('/v1/extractions/jobs', { document_id: second, schema_id });
  expect(records?.number?.value).toMatchObject({ right: 1, count: 1 });
  expect(await memoryOf(first)).toEqual([]);
  expect((await givenTo('/v1/summaries/jobs', { document_id: second })).memory).toBeUndefined();
  await desk.ask('DELETE', `/v1/documents/${first}`);
  expect(await memoryOf(second)).toEqual([]);
});
