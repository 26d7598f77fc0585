import { Readable } from 'node:stream';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestTracing } from '#lib/platform/testing/start-test-tracing.ts';
import { withSpan } from '#lib/platform/tracing/tracer.ts';
import { createDeploymentClient } from './create-deployment-client.ts';
import { createKeysClient } from './create-keys-client.ts';
import { json, type StandIn, startStandIn } from './testing/start-stand-in.ts';

const OURS = { 'countersign-service': '1' };
const ID = '5b0c5a26-2c1f-4d25-9a3a-6b8f2f1c9d11';

let remote: StandIn;
beforeAll(async () => {
  remote = await startStandIn();
});
afterAll(() => remote.close());

const client = () => createDeploymentClient({ baseUrl: remote.url, apiKey: 'key-of-the-test', limits: { retryDelayMs: 5 } });
const within = (work: () => Promise<unknown>) => withSpan('job', { kind: 'consumer', attributes: {}, parent: null }, work);

test('a deployment of ours goes on with the trace of an upload and a job, and no other is told of it', async () => {
  for (const [headers, isTold] of [
    [OURS, true],
    [{}, false],
  ] as const) {
    const tracing = await startTestTracing();
    remote.answer((_request, response) => json(response, 200, { id: 'd1', status: 'pending' }, headers));
    const one = client();
    await one.isOurs();
    await within(async () => {
      await one.submitDocument(Readable.from('text'), { name: 'secret.txt' });
      await one.createExtractionJob({ documentId: ID, schemaId: 's1' });
      await one.getExtractionJob('j1');
    });
    const told = remote.seen.filter(({ headers }) => headers.traceparent !== undefined);
    const spans = await tracing.end();
    const calls = spans.filter(({ kind }) => kind === 3);
    expect(calls.map(({ name }) => name)).toEqual(['POST /v1/documents', 'POST /v1/extractions/jobs']);
    const named = calls.map(({ traceId, spanId }) => `00-${traceId}-${spanId}-01`);
    expect(told.map(({ headers }) => headers.traceparent)).toEqual(isTold ? named : []);
    expect(JSON.stringify(spans)).not.toMatch(/secret|key-of-the-test/);
  }
});

test('keys are made and revoked as parts of the trace, and their ids are in no name', async () => {
  const tracing = await startTestTracing();
  remote.answer((_request, response) => json(response, 404, { code: 'not_found' }, OURS));
  await within(() =>
    createKeysClient({ baseUrl: remote.url, apiKey: 'key-of-the-test' })
      .revoke(ID)
      .catch(() => undefined),
  );
  const [call] = await tracing.end();
  expect(call).toMatchObject({ name: 'DELETE /v1/keys/{id}', isError: true });
  expect(remote.seen.at(-1)?.headers.traceparent).toContain(call?.spanId);
});

test('a poll is recorded when it finds the work done or fails, and not while it goes on', async () => {
  const tracing = await startTestTracing();
  const states = ['pending', 'processing', 'completed'];
  await within(async () => {
    for (const status of states) {
      remote.answer((_request, response) => json(response, 200, { id: 'd1', status }, OURS));
      await client().getDocument(ID);
    }
    remote.answer((_request, response) => json(response, 404, { code: 'not_found' }, OURS));
    await client()
      .getDocument(ID)
      .catch(() => undefined);
  });
  const calls = (await tracing.end()).filter(({ kind }) => kind === 3);
  const { hostname, port } = new URL(remote.url);
  const attributes = { 'url.template': '/v1/documents/{id}', 'server.address': hostname, 'server.port': Number(port) };
  expect(calls).toMatchObject([
    { name: 'GET /v1/documents/{id}', isError: false, attributes: { ...attributes, 'http.response.status_code': 200 } },
    { name: 'GET /v1/documents/{id}', isError: true, attributes: { 'http.response.status_code': 404 } },
  ]);
});
