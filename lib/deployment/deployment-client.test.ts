import type { ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { withRequestId } from '#lib/platform/request-id.ts';
import { createDeploymentClient } from './create-deployment-client.ts';
import { DeploymentError } from './deployment-error.ts';
import { json, type StandIn, startStandIn } from './testing/start-stand-in.ts';

let remote: StandIn;
beforeAll(async () => {
  remote = await startStandIn();
});
afterAll(() => remote.close());

const KEY = 'key-of-the-test';
const client = (limits = {}, baseUrl = remote.url) =>
  createDeploymentClient({ baseUrl, apiKey: KEY, limits: { retryDelayMs: 5, timeoutMs: 60_000, uploadAnswerMs: 60_000, ...limits } });
const failure = (promise: Promise<unknown>): Promise<DeploymentError> =>
  promise.then(
    () => {
      throw new Error('It did not fail.');
    },
    (error) => error,
  );
const DOCUMENT = { type: 'document', id: 'd1', name: 'a.txt', status: 'pending', page_count: null, created_at: '2026-01-01T00:00:00Z' };

describe('calling a deployment', () => {
  it.each(['', '/', '/v1', '/v1/', '/v1//'])('takes a base address ending with “%s”', async (end) => {
    remote.answer((_request, response) => json(response, 200, DOCUMENT));
    await client({}, remote.url + end).getDocument('d/1');
    expect(remote.seen[0]).toMatchObject({ path: '/v1/documents/d%2F1', headers: { authorization: `Bearer ${KEY}` } });
  });

  it('reads states word for word and what they mean, also unknown ones', async () => {
    const phase = async (body: unknown) => {
      remote.answer((_request, response) => json(response, 200, body));
      const { status, phase: read, id } = await client().getDocument('asked');
      return [id, status, read];
    };
    expect(await phase({ ...DOCUMENT, status: 'completed' })).toEqual(['d1', 'completed', 'completed']);
    expect(await phase({ data: { document_id: 'd2', state: 'INDEXED' } })).toEqual(['d2', 'INDEXED', 'completed']);
    expect(await phase({ status: 'warming up' })).toEqual(['asked', 'warming up', 'running']);
    expect(await phase({ ...DOCUMENT, status: 'completed_with_warnings' })).toEqual(['d1', 'completed_with_warnings', 'completed']);
    expect(await phase({ ...DOCUMENT, status: 'Partially Completed' })).toEqual(['d1', 'Partially Completed', 'completed']);
    expect(await phase({ data: { type: 'documents', id: 'd3', attributes: { status: 'done' } } })).toEqual(['d3', 'done', 'completed']);
    expect(await phase({ status: 'Parse-Error', error: { detail: 'no text' } })).toEqual(['asked', 'Parse-Error', 'failed']);
    expect(await phase({})).toEqual(['asked', 'unknown', 'running']);
  });

  it('gives an answer that is no JSON as its text', async () => {
    const page = '<html><title>Sign in</title></html>';
    remote.answer((_request, response) => response.writeHead(200, { 'content-type': 'text/html' }).end(page));
    expect(await client().getExtractionJob('7')).toMatchObject({ id: '7', isUnderstood: false, phase: 'running', raw: page });
    expect(await client().getDocument('d1')).toMatchObject({ id: 'd1', isUnderstood: false, raw: page });
  });

  it('gives jobs with their failure, wherever it is told', async () => {
    remote.answer((_request, response) =>
      json(response, 200, { job: { job_id: 7, status: 'failed', errors: [{ message: 'unreadable' }] } }),
    );
    expect(await client().getExtractionJob('7')).toMatchObject({ id: '7', phase: 'failed', failure: { message: 'unreadable' } });
  });

  it('repeats a GET after trouble that may pass, as long as it was told to wait', async () => {
    let times = 0;
    remote.answer((_request, response) => {
      times += 1;
      if (times === 1) json(response, 429, {}, { 'retry-after': '0' });
      else if (times === 2) response.destroy();
      else json(response, 200, DOCUMENT);
    });
    expect(await client().getDocument('d1')).toMatchObject({ id: 'd1' });
    expect(remote.seen).toHaveLength(3);
  });

  it('hands a long Retry-After to the caller instead of waiting', async () => {
    remote.answer((_request, response) => json(response, 503, {}, { 'retry-after': '600' }));
    const error = await failure(client().getDocument('d1'));
    expect(error).toMatchObject({ temporary: true, retryAfterMs: 600_000, remoteStatus: 503, code: 'deployment_unreachable' });
    expect(remote.seen).toHaveLength(1);
  });

  it('never repeats a POST that may have been done, unless the deployment is ours and the key makes it safe', async () => {
    const submit = () => failure(client().createExtractionJob({ documentId: 'd1', schemaId: 's1', idempotencyKey: 'once' }));
    remote.answer((_request, response) => json(response, 500, {}));
    await submit();
    expect(remote.seen).toHaveLength(1);
    const ours = client();
    remote.answer((_request, response) => json(response, 200, DOCUMENT, { 'countersign-service': '1' }));
    await ours.getDocument('d1');
    remote.answer((_request, response) => json(response, 500, {}));
    await failure(ours.createExtractionJob({ documentId: 'd1', schemaId: 's1', idempotencyKey: 'once' }));
    expect(remote.seen.map(({ headers }) => headers['idempotency-key'])).toEqual(['once', 'once', 'once']);
  });

  it('tells whose a job is and which request it comes of to a deployment of ours, and to no other', async () => {
    const asked = { documentId: 'd1', classes: [], idempotencyKey: 'once' };
    for (const [headers, told] of [
      [{}, undefined],
      [{ 'countersign-service': '1' }, 'grace'],
    ] as const) {
      remote.answer((_request, response) => json(response, 200, { id: 'j1', status: 'pending' }, headers));
      const one = client();
      await one.isOurs();
      const job = { documentId: 'd1', schemaId: 's1', idempotencyKey: 'once' };
      await withRequestId('the-request', () => one.createExtractionJob(job, { submitter: 'grace' }));
      await one.createSummaryJob({ documentId: 'd1' }, { submitter: 'grace' });
      if (told) await one.createClassificationJob(asked, { submitter: 'grace' });
      if (told) await one.createSplittingJob(asked, { submitter: 'grace' });
      const jobs = remote.seen.filter(({ path }) => path.includes('/jobs'));
      expect(jobs.map(({ headers }) => headers['countersign-submitter'])).toEqual(Array(told ? 4 : 2).fill(told));
      expect(jobs.map(({ headers }) => headers['x-request-id'])).toEqual([told && 'the-request', ...jobs.slice(1).map(() => undefined)]);
    }
  });

  it.each([
    ['Location alone', '', { location: 'https://example.org/v1/extractions/jobs/j%2F7/?view=full' }, 'j/7'],
    ['a bare text in JSON', '"job-7"', {}, 'job-7'],
    ['a bare number', '7', {}, '7'],
    ['a plain text', 'job-7\n', {}, 'job-7'],
  ])('takes the id of a job from %s', async (_where, body, headers, id) => {
    remote.answer((_request, response) => void response.writeHead(201, headers).end(body));
    expect(await client().createExtractionJob({ documentId: 'd1', schemaId: 's1' })).toMatchObject({ id, phase: 'running' });
  });

  it('takes a word for no id', async () => {
    remote.answer((_request, response) => void response.writeHead(200).end('OK'));
    const error = await failure(client().createExtractionJob({ documentId: 'd1', schemaId: 's1' }));
    expect(error).toMatchObject({ code: 'deployment_refused', unsure: true });
  });

  it('takes its key out of whatever the deployment says', async () => {
    const escaped = [...KEY].map((sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`).join('');
    remote.answer(
      (_request, response) =>
        void response
          .writeHead(200, { 'content-type': 'application/json' })
          .end(`{"id":"d1","status":"completed","${KEY}":["${escaped}","Bearer ${KEY}"]}`),
    );
    expect(JSON.stringify(await client().getDocument('d1'))).not.toContain(KEY);
    remote.answer((_request, response) => json(response, 403, { message: `The key ${KEY} may not do this.` }));
    const refused = await failure(client().getDocument('d1'));
    expect(refused.message).toContain('[key removed]');
    remote.answer(
      (_request, response) => void response.writeHead(422, { 'content-type': 'application/json' }).end(`{"message":"${escaped}"}`),
    );
    expect((await failure(client().getDocument('d1'))).message).not.toContain(KEY);
  });

  it('gives up a slow answer', async () => {
    remote.answer(() => undefined);
    expect(await failure(client({ timeoutMs: 100, retries: 0 }).getDocument('d1'))).toMatchObject({ trouble: 'timeout', temporary: true });
  });

  it('takes nothing larger than allowed', async () => {
    remote.answer((_request, response) => json(response, 200, { ...DOCUMENT, filling: 'x'.repeat(10_000) }));
    expect(await failure(client({ maxAnswerBytes: 1_000 }).getDocument('d1'))).toMatchObject({ code: 'deployment_refused' });
  });

  it.each([
    [
      401,
      '{"error":"bad key"}',
      'application/json',
      { code: 'deployment_refused', trouble: 'wrong_key', message: expect.stringContaining('bad key') },
    ],
    [403, '', 'text/plain', { code: 'deployment_refused', trouble: 'forbidden' }],
    [404, '<html><title>Not here</title><body>x</body></html>', 'text/html', { code: 'not_found', message: 'Not here' }],
    [409, '{"code":"document_not_ready","detail":"Wait."}', 'application/problem+json', { code: 'document_not_ready', message: 'Wait.' }],
    [401, '{"code":"unauthenticated"}', 'application/problem+json', { code: 'deployment_refused' }],
    [422, '{"detail":[{"msg":"field required"}]}', 'application/json', { code: 'invalid_request', message: 'field required' }],
    [408, '', '', { code: 'document_not_processed' }],
    [413, 'too big', 'text/plain', { code: 'file_too_large', message: 'too big' }],
    [302, '', '', { code: 'deployment_refused', trouble: 'redirect' }],
    [
      500,
      '{"errors":[{"message":"broken\\n<b>pipe</b>"}]}',
      'application/json',
      { code: 'deployment_unreachable', message: expect.stringContaining('broken pipe') },
    ],
  ])('understands HTTP %i with the body %s', async (status, body, type, expected) => {
    remote.answer((_request, response) => response.writeHead(status, { 'content-type': type, location: 'http://127.0.0.1:9/' }).end(body));
    const error = await failure(client({ retries: 0 }).getDocument('d1'));
    expect(error).toBeInstanceOf(DeploymentError);
    expect(error).toMatchObject(expected);
    expect(JSON.stringify(error.toProblem())).not.toContain(KEY);
  });
});

describe('submitting a document', () => {
  it('streams the file with its name, metadata and a true Content-Length', async () => {
    remote.answer((_request, response) => json(response, 201, DOCUMENT));
    const submitted = await client().submitDocument(Readable.from([Buffer.from('abc'), Buffer.from('def')]), {
      name: 'Grüße "1".txt',
      metadata: { a: 1 },
      idempotencyKey: 'k1',
      size: 6,
    });
    expect(submitted).toMatchObject({ id: 'd1', status: 'pending', phase: 'running', pageCount: null });
    const [request] = remote.seen;
    expect(request?.headers).toMatchObject({ 'content-length': String(request?.bytes), 'idempotency-key': 'k1' });
    expect(request?.headers['transfer-encoding']).toBeUndefined();
    expect(request?.body).toContain('name="metadata"\r\nContent-Type: text/plain; charset=utf-8\r\n\r\n{"a":1}\r\n');
    expect(request?.body).toContain('name="file"; filename="Grüße %221%22.txt"');
    expect(request?.body).toContain('\r\n\r\nabcdef\r\n--');
  });

  it('streams without a size too, no faster than the deployment takes it', async () => {
    let made = 0;
    let madeWhileWaiting = 0;
    // nothing of the body is taken: what is made without that stays where it is after a while
    const hangUpWhenStill = async (response: ServerResponse) => {
      for (let before = -1; made === 0 || before !== made; await sleep(600)) before = made;
      madeWhileWaiting = made;
      response.destroy();
    };
    remote.answer((_request, response) => void hangUpWhenStill(response), { early: true });
    const body = Readable.from(
      (async function* () {
        for (; made < 400; made += 1) yield Buffer.alloc(1024 * 1024);
      })(),
    );
    await failure(client().submitDocument(body, { name: 'big.bin' }));
    expect(remote.seen[0]?.headers['transfer-encoding']).toBe('chunked');
    expect(madeWhileWaiting).toBeGreaterThan(0);
    expect(madeWhileWaiting).toBeLessThan(40);
  });

  it('fails when the deployment resets the connection, and destroys the stream', async () => {
    remote.answer((_request, response) => void setTimeout(() => response.destroy(), 50), { early: true });
    const body = Readable.from(
      (async function* () {
        for (;;) {
          await new Promise((resolve) => setTimeout(resolve, 5));
          yield Buffer.alloc(64 * 1024);
        }
      })(),
    );
    expect(await failure(client().submitDocument(body, { name: 'x' }))).toMatchObject({ code: 'deployment_unreachable', temporary: true });
    expect(body.destroyed).toBe(true);
    expect(remote.seen).toHaveLength(1);
  });

  it('takes an early refusal for what it is', async () => {
    remote.answer((_request, response) => json(response, 413, { message: 'at most 1 MB' }, { connection: 'close' }), { early: true });
    const body = Readable.from(Array.from({ length: 5 }, () => Buffer.alloc(1024)));
    expect(await failure(client().submitDocument(body, { name: 'x' }))).toMatchObject({ code: 'file_too_large', message: 'at most 1 MB' });
  });

  it('fails when the file turns out shorter or longer than its size, and when reading it fails', async () => {
    remote.answer((_request, response) => json(response, 201, DOCUMENT));
    for (const size of [5, 7])
      expect(await failure(client().submitDocument(Readable.from([Buffer.from('abcdef')]), { name: 'x', size }))).toBeInstanceOf(
        DeploymentError,
      );
    const broken = Readable.from(
      (async function* () {
        yield Buffer.from('abc');
        throw new Error('disk');
      })(),
    );
    expect(await failure(client().submitDocument(broken, { name: 'x' }))).toMatchObject({ code: 'upload_interrupted' });
  });
});
