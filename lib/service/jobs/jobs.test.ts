import { eq, sql } from 'drizzle-orm';
import { afterEach, describe, expect, it } from 'vitest';
import { ChildTaskError } from '#lib/platform/children/run-child-task.ts';
import type { QueueJob } from '#lib/platform/queue/queue.ts';
import { toReadError } from '#lib/reading/parent/run-child.ts';
import { createApiKey } from '../context/api-keys.ts';
import { documents, jobs } from '../context/tables.ts';
import { type IndexData, indexDocument } from '../documents/index-document.ts';
import { until } from '../testing/poll.ts';
import { startTestService, type TestService } from '../testing/start-test-service.ts';
import { startServiceWorker } from '../worker.ts';

let test: TestService;
afterEach(() => test.close());

async function upload(text = 'A short text for jobs. It has two sentences that say little.'): Promise<string> {
  const form = new FormData();
  form.set('file', new File([text], 'job.txt'));
  return (await (await test.ask('/v1/documents', { method: 'POST', body: form })).json()).id;
}
const post = async (path: string, json: object) => {
  const answer = await test.ask(path, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(json) });
  return { status: answer.status, headers: answer.headers, body: await answer.json() };
};
const get = async (path: string) => (await test.ask(path)).json();
const settledJob = (id: string) =>
  until(
    () => get(`/v1/splittings/jobs/${id}`),
    ({ status }) => ['completed', 'failed', 'cancelled'].includes(status),
  );

describe('jobs of a document that is not indexed', () => {
  it('wait, and go on when it is', async () => {
    test = await startTestService({ worker: false });
    const document_id = await upload();
    const { body: job } = await post('/v1/splittings/jobs', { document_id });
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(await get(`/v1/splittings/jobs/${job.id}`)).toMatchObject({ status: 'pending', started_at: null });
    await test.service.startWorker();
    expect(await settledJob(job.id)).toMatchObject({ status: 'completed', result: { segments: [{ first_page: 1 }] } });
  });

  it('fail with document_not_ready after the processing window', async () => {
    test = await startTestService({ service: { processingWindowMs: 400 } });
    const { database } = test.context;
    const document_id = await upload();
    await until(
      () => get(`/v1/documents/${document_id}`),
      ({ status }) => status === 'completed',
    );
    // a document whose indexing hangs
    await database.update(documents).set({ status: 'processing' }).where(eq(documents.id, document_id));
    const { body: job } = await post('/v1/splittings/jobs', { document_id });
    expect(await settledJob(job.id)).toMatchObject({ status: 'failed', error: { code: 'document_not_ready' }, result: null });
  });

  it('fail with it', async () => {
    test = await startTestService({ worker: false });
    const document_id = await upload('%PDF-1.7 and then nothing that makes sense');
    const { body: job } = await post('/v1/splittings/jobs', { document_id });
    await test.service.startWorker();
    expect(await settledJob(job.id)).toMatchObject({ status: 'failed', error: { code: 'document_not_ready' } });
  });

  it('answer 408 at the deprecated endpoint when it is not processed in time', async () => {
    test = await startTestService({ worker: false, service: { processingWindowMs: 500 } });
    const document_id = await upload();
    const started = Date.now();
    const { status, headers, body } = await post(`/v1/documents/${document_id}/summaries`, { block_until_completed: true });
    expect([status, body.code]).toEqual([408, 'document_not_processed']);
    expect([headers.get('deprecation'), headers.get('link')]).toEqual(['@1793491200', '</v1/summaries/jobs>; rel="successor-version"']);
    expect(Date.now() - started).toBeGreaterThanOrEqual(500);
  });

  it('are cancelled for good', async () => {
    test = await startTestService({ worker: false });
    const document_id = await upload();
    const { body: job } = await post('/v1/splittings/jobs', { document_id });
    expect((await post(`/v1/splittings/jobs/${job.id}/cancel`, {})).body).toMatchObject({ status: 'cancelled' });
    expect((await post(`/v1/splittings/jobs/${job.id}/cancel`, {})).status).toBe(200);
    await test.service.startWorker();
    await until(
      () => get(`/v1/documents/${document_id}`),
      ({ status }) => status === 'completed',
    );
    await until(
      () => test.context.queue.count('service.job'),
      ({ waiting, active }) => waiting + active === 0,
    );
    expect(await get(`/v1/splittings/jobs/${job.id}`)).toMatchObject({ status: 'cancelled', result: null });
  });
});

describe('whose turn a job takes', () => {
  const groups = async () => {
    const { rows } = await test.context.database.execute<{ group_id: string }>(
      sql`select group_id from pgboss.job where name = 'service.job' order by created_on`,
    );
    return rows.map(({ group_id }) => group_id);
  };

  it('is that of who asks for it, also where the document is another’s', async () => {
    test = await startTestService();
    const document_id = await upload();
    await until(
      () => get(`/v1/documents/${document_id}`),
      ({ status }) => status === 'completed',
    );
    const { id, key } = await createApiKey(test.context.database, 'another');
    for (const authorization of [`Bearer ${key}`, `Bearer ${test.key}`]) {
      const body = JSON.stringify({ document_id });
      const headers = { authorization, 'content-type': 'application/json' };
      expect((await test.ask('/v1/splittings/jobs', { method: 'POST', headers, body })).status).toBe(201);
    }
    const { rows } = await test.context.database.execute<{ group_id: string }>(
      sql`select group_id from pgboss.job where name = 'service.index'`,
    );
    expect(await groups()).toEqual([id, rows[0]?.group_id]);
    expect(rows[0]?.group_id).not.toBe(id);
  });

  it('of one that waited for the document, is that of who sent the document', async () => {
    test = await startTestService({ worker: false });
    const document_id = await upload();
    const { body: job } = await post('/v1/splittings/jobs', { document_id });
    const { rows } = await test.context.database.execute<{ group_id: string }>(
      sql`select group_id from pgboss.job where name = 'service.index'`,
    );
    await test.service.startWorker();
    await settledJob(job.id);
    expect(rows[0]?.group_id).toBeTruthy();
    expect(await groups()).toEqual([rows[0]?.group_id]);
  });
});

describe('work that is done twice', () => {
  it('is written once: a worker that lost its claim changes nothing', async () => {
    test = await startTestService({ worker: false });
    const { context } = test;
    const documentId = await upload();
    const claims: (() => void)[] = [];
    const slowReader = {
      ...context.reader,
      read: async (request: Parameters<typeof context.reader.read>[0]) => {
        const summary = await context.reader.read(request);
        await new Promise<void>((resolve) => claims.push(resolve));
        return { ...summary, page_count: 77 };
      },
    };
    const claim = {
      id: 'x',
      data: { documentId },
      attempt: 1,
      lastAttempt: false,
      deaths: 0,
      submitter: null,
      express: false,
      waitedMs: 0,
      signal: new AbortController().signal,
      finish: async () => undefined,
    };
    const frozen = indexDocument({ ...context, reader: slowReader }, claim);
    await until(
      async () => claims.length,
      (count) => count === 1,
    );
    await indexDocument(context, { ...claim, attempt: 2 });
    claims[0]?.();
    await frozen;
    expect(await get(`/v1/documents/${documentId}`)).toMatchObject({ status: 'completed', page_count: 1 });
  });

  it('is not failed by a reading that the end of the program stops', async () => {
    test = await startTestService({ worker: false });
    const { context } = test;
    const documentId = await upload();
    const stopped = async () => Promise.reject(toReadError(new ChildTaskError('cancelled', 'The task was cancelled.')));
    const job = {
      data: { documentId },
      signal: new AbortController().signal,
      finish: async () => undefined,
    } as unknown as QueueJob<IndexData>;
    await expect(indexDocument({ ...context, reader: { ...context.reader, read: stopped } }, job)).rejects.toThrow('program is ending');
    expect(await get(`/v1/documents/${documentId}`)).toMatchObject({ status: 'processing' });
  });

  it('goes on after the worker was killed in the middle', async () => {
    test = await startTestService({ worker: false });
    const { database } = test.context;
    const documentId = await upload();
    const { body: job } = await post('/v1/splittings/jobs', { document_id: documentId });
    // what a killed worker leaves: a claimed row
    await database.update(documents).set({ status: 'processing', attempt: 1, pagesRead: 1 }).where(eq(documents.id, documentId));
    const worker = await startServiceWorker(test.context);
    expect(await settledJob(job.id)).toMatchObject({ status: 'completed' });
    const [row] = await database.select().from(jobs).where(eq(jobs.id, job.id));
    expect(row?.attempt).toBe(1);
    await worker.stop();
  });

  it('settles what failed for good', async () => {
    test = await startTestService({ worker: false });
    const documentId = await upload();
    await test.context.queue.send('service.index.dead', { documentId });
    await test.context.blobs.remove(`files/${(await get(`/v1/documents/${documentId}`)).sha256}`);
    await test.service.startWorker();
    const document = await until(
      () => get(`/v1/documents/${documentId}`),
      ({ status }) => status === 'failed',
    );
    expect(document.error).toMatchObject({ code: 'reading_crashed' });
  });

  it('fails a document that its worker died with twice, with that reason, and reads the others', async () => {
    test = await startTestService({ worker: false });
    const documentId = await upload();
    const other = await upload();
    await test.context.queue.send('service.index.dead', { documentId, deaths: 2 });
    const job = await test.context.database.execute(
      sql`delete from pgboss.job where name = 'service.index' and data->>'documentId' = ${documentId}`,
    );
    expect(job.rowCount).toBe(1);
    await test.service.startWorker();
    const settled = (id: string) =>
      until(
        () => get(`/v1/documents/${id}`),
        ({ status }) => status === 'completed' || status === 'failed',
      );
    expect((await settled(documentId)).error).toMatchObject({ code: 'reading_crashed', message: expect.stringContaining('stopped twice') });
    expect((await settled(other)).status).toBe('completed');
  });

  it('does not say of a document that its worker died with once that it did twice', async () => {
    test = await startTestService({ worker: false });
    const documentId = await upload();
    await test.context.queue.send('service.index.dead', { documentId, deaths: 1 });
    await test.context.database.execute(sql`delete from pgboss.job where name = 'service.index' and data->>'documentId' = ${documentId}`);
    await test.service.startWorker();
    const document = await until(
      () => get(`/v1/documents/${documentId}`),
      ({ status }) => status === 'failed',
    );
    expect(document.error).toMatchObject({ code: 'reading_crashed', message: expect.stringContaining('after several attempts') });
  });
});
