import { createServer, request } from 'node:http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { METRICS } from '../metrics/metrics.ts';
import { listen } from '../testing/listen.ts';
import { observeRequests } from './observe-requests.ts';

const server = createServer((asked, response) => {
  if (asked.url === '/cut') response.write('half', () => response.destroy());
  else
    response
      .setHeader('x-request-id', 'the-id-of-it')
      .writeHead(asked.url?.startsWith('/observed/') ? 200 : 404)
      .end('x');
});
const lines: unknown[] = [];
let url = '';
beforeAll(async () => {
  observeRequests(
    server,
    (asked) => (asked.url?.startsWith('/observed/') ? '/observed/:id' : asked.url === '/cut' ? '/observed-cut' : null),
    { debug: (message, fields) => void lines.push([message, fields]) },
  );
  ({ url } = await listen(server));
});
afterAll(() => server.close());

const seen = async (route: string) => {
  const { values } = await METRICS.requests.get();
  return values.filter(({ labels }) => labels.route === route).map(({ labels, value }) => `${labels.method} ${labels.status} ${value}`);
};

test('requests are counted by method, pattern and status, and no address of theirs gets into a label', async () => {
  for (const id of ['a', 'b', 'c']) await (await fetch(`${url}/observed/${id}?key=secret`)).text();
  await expect.poll(() => seen('/observed/:id')).toEqual(['GET 200 3']);
  const text = await METRICS.registry.metrics();
  expect(text).toContain('countersign_http_request_duration_seconds_count{method="GET",route="/observed/:id"} 3');
  expect(text).not.toMatch(/observed\/[abc]|secret/);
  const line = { method: 'GET', route: '/observed/:id', status: '200', ms: expect.any(Number), request: 'the-id-of-it' };
  expect(lines).toContainEqual(['request', line]);
  expect(JSON.stringify(lines)).not.toMatch(/observed\/[abc]|secret/);
});

test('an answer that was cut is not taken for one that arrived', async () => {
  await expect(fetch(`${url}/cut`).then((answer) => answer.text())).rejects.toThrow();
  await expect.poll(() => seen('/observed-cut')).toEqual(['GET aborted 1']);
});

test('methods that nobody knows are one', async () => {
  await new Promise((resolve, reject) => {
    request(`${url}/observed/x`, { method: 'PROPFIND' }, (answer) => answer.resume().on('end', resolve))
      .on('error', reject)
      .end();
  });
  await expect.poll(() => seen('/observed/:id')).toContain('other 200 1');
});
