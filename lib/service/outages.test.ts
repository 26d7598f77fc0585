import { sql } from 'drizzle-orm';
import { afterEach, describe, expect, it } from 'vitest';
import type { Document } from '#lib/contract/service/document.ts';
import { type BreakableS3, startBreakableS3 } from '#lib/platform/blobs/testing/breakable-s3.ts';
import { type BreakableConnection, createBreakableConnection } from '#lib/platform/testing/breakable-connection.ts';
import { until } from './testing/poll.ts';
import { startTestService, type TestService } from './testing/start-test-service.ts';

let test: TestService | undefined;
let s3: BreakableS3 | undefined;
let way: BreakableConnection | undefined;
afterEach(async () => {
  s3?.mend();
  way?.mend();
  await test?.close();
  await s3?.close();
  await way?.close();
  test = undefined;
  s3 = undefined;
  way = undefined;
});

async function upload(service: TestService, text: string): Promise<Response> {
  const form = new FormData();
  form.set('file', new File([text], 'note.txt'));
  return service.ask('/v1/documents', { method: 'POST', body: form });
}

async function ask<T>(service: TestService, address: string, body?: unknown): Promise<T> {
  const init = body ? { method: 'POST', body: JSON.stringify(body), headers: { 'content-type': 'application/json' } } : {};
  const answer = await service.ask(address, init);
  const json = await answer.json();
  expect(answer.status, JSON.stringify(json)).toBeLessThan(300);
  return json as T;
}

/** Some documents that wait to be read, and a job of each kind that waits for them. */
async function fill(service: TestService): Promise<{ documents: string[]; jobs: string[] }> {
  const documents: string[] = [];
  for (let n = 0; n < 5; n += 1) {
    const answer = await upload(service, `Invoice number: INV-${n}. We confirm the order of ${n} anchors for the harbour of Bremen.`);
    documents.push(((await answer.json()) as Document).id);
  }
  const draft = { name: 'Invoice', fields: [{ name: 'invoice_number', type: 'string' }] };
  const schema = await ask<{ id: string }>(service, '/v1/schemas', draft);
  const classes = ['Invoice', 'Letter'].map((name) => ({ name }));
  const jobs = [
    ['extractions', { document_id: documents[0], schema_id: schema.id }],
    ['summaries', { document_id: documents[1] }],
    ['classifications', { document_id: documents[2], classes }],
    ['splittings', { document_id: documents[3], classes: [] }],
  ] as const;
  const made: string[] = [];
  for (const [kind, body] of jobs) {
    const job = await ask<{ job_id?: string; id?: string }>(service, `/v1/${kind}/jobs`, body);
    made.push(`/v1/${kind}/jobs/${job.job_id ?? job.id}`);
  }
  return { documents, jobs: made };
}

async function statesOf(service: TestService): Promise<string[]> {
  const { rows } = await service.context.database.execute<{ state: string }>(
    sql`select status::text || coalesce(' ' || (error->>'code'), '') as state from service.documents
        union all select kind::text || ' ' || status::text || coalesce(' ' || (error->>'code'), '') from service.jobs`,
  );
  return rows.map(({ state }) => state);
}

const settled = (states: string[]) => states.length > 0 && states.every((state) => !/pending|processing/.test(state));
const allCompleted = (states: string[]) => states.filter((state) => !state.endsWith('completed'));

describe('an outage', () => {
  it('of the storage fails no document and no job of any kind, however long', async () => {
    s3 = await startBreakableS3();
    test = await startTestService({ worker: false, blobs: s3.store, service: { processingWindowMs: 90_000 } });
    await fill(test);
    s3.break();
    await test.service.startWorker();
    const { context } = test;
    await until(async () => context.queue.isPaused(), Boolean);
    // the window in which jobs wait is over
    await context.database.execute(sql`update service.jobs set deadline_at = now() - interval '1 minute'`);
    // longer than four attempts take
    await new Promise((resolve) => setTimeout(resolve, 12_000));
    expect((await statesOf(test)).filter((state) => /failed|completed/.test(state))).toEqual([]);
    const refused = await upload(test, 'while it is away');
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, expect.stringMatching(/^\d+$/)]);
    expect(await refused.json()).toMatchObject({
      code: 'unavailable',
      detail: expect.stringContaining('storage'),
      extra: { dependency: 'storage' },
    });
    s3.mend();
    const states = await until(() => statesOf(test as TestService), settled);
    expect(allCompleted(states)).toEqual([]);
    expect(states).toHaveLength(9);
  });

  it('of the database fails no document and no job of any kind, and is told as such', async () => {
    test = await startTestService({
      worker: false,
      through: async (url) => {
        way = await createBreakableConnection(url);
        return way.url;
      },
    });
    await fill(test);
    await test.service.startWorker();
    const { context } = test;
    await until(
      () => context.database.execute(sql`select 1 from service.documents where attempt > 0`),
      ({ rows }) => rows.length > 0,
    );
    way?.break();
    await until(async () => context.queue.isPaused(), Boolean);
    const refused = await test.ask('/v1/documents');
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, expect.stringMatching(/^\d+$/)]);
    expect(await refused.json()).toMatchObject({
      code: 'unavailable',
      detail: expect.stringContaining('database'),
      extra: { dependency: 'database' },
    });
    way?.mend();
    const states = await until(() => statesOf(test as TestService).catch(() => []), settled);
    expect(allCompleted(states)).toEqual([]);
    expect(states).toHaveLength(9);
  });
});
