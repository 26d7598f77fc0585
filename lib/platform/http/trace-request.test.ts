import { createServer } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { listen } from '../testing/listen.ts';
import { startTestTracing, type TestTracing } from '../testing/start-test-tracing.ts';
import { findOpenSpan, toTraceparent } from '../trace-context.ts';
import { traceRequest } from './trace-request.ts';

let over = 0;
const server = createServer((request, response) => {
  void traceRequest(request, response, '/things/[id]', async () => {
    await sleep(1);
    const path = request.url?.split('?')[0];
    const span = findOpenSpan();
    if (path === '/goes-on' && span) toTraceparent(span);
    if (path === '/breaks-off') response.destroy();
    else response.writeHead(path === '/fails' ? 503 : path === '/refused' ? 404 : 200).end(span?.context.traceId);
  });
  response.once('close', () => {
    over += 1;
  });
});
let url = '';
beforeAll(async () => {
  ({ url } = await listen(server));
});
afterAll(() => server.close());

/** Asks, and gives the spans that were recorded. */
async function ask(path: string, init: RequestInit = {}) {
  const tracing: TestTracing = await startTestTracing();
  const before = over;
  const said = await fetch(url + path, init).then(
    (answer) => answer.text(),
    () => '',
  );
  // the answer is out a moment before the connection knows
  await expect.poll(() => over, { timeout: 20_000 }).toBe(before + 1);
  return { said, spans: await tracing.end() };
}

test('a request is a span that knows its method, route and status, and nothing else of its address', async () => {
  const { said, spans } = await ask('/secret?token=secret', { method: 'POST', body: 'secret' });
  expect(spans).toEqual([
    {
      program: 'countersign-test',
      scope: 'countersign',
      traceId: said,
      spanId: expect.any(String),
      parentId: null,
      name: 'POST /things/[id]',
      kind: 2,
      attributes: { 'http.request.method': 'POST', 'http.route': '/things/[id]', 'url.scheme': 'http', 'http.response.status_code': 200 },
      isError: false,
    },
  ]);
});

test('it goes on with the trace that it names', async () => {
  const [traceId, spanId] = ['a'.repeat(32), 'b'.repeat(16)];
  const { spans } = await ask('/', { method: 'POST', headers: { traceparent: `00-${traceId}-${spanId}-01` } });
  expect(spans).toMatchObject([{ traceId, parentId: spanId }]);
});

test.each([
  ['/', 'GET', []],
  ['/refused', 'GET', []],
  ['/refused', 'POST', [{ isError: false, attributes: { 'http.response.status_code': 404 } }]],
  ['/goes-on', 'GET', [{ isError: false, attributes: { 'http.response.status_code': 200 } }]],
  ['/fails', 'GET', [{ isError: true, attributes: { 'http.response.status_code': 503, 'error.type': '503' } }]],
  // as when the client leaves
  ['/breaks-off', 'GET', []],
  ['/breaks-off', 'POST', [{ isError: true, attributes: { 'error.type': 'aborted' } }]],
  ['/', 'PROPFIND', [{ name: 'other /things/[id]', attributes: { 'http.request.method': '_OTHER' } }]],
])('%s by %s: reads are recorded when they fail or have something done', async (path, method, expected) => {
  const { spans } = await ask(path, { method });
  expect(spans).toHaveLength(expected.length);
  expect(spans).toMatchObject(expected);
});
