import { createServer, type RequestListener, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, expect, test } from 'vitest';
import { createForwarder, isServicePath } from './forward.ts';

const open: Server[] = [];
afterEach(() => {
  for (const server of open.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

async function listen(handle: RequestListener): Promise<string> {
  const server = createServer(handle);
  open.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

async function startPair(service: RequestListener): Promise<string> {
  const { forward } = createForwarder(await listen(service));
  return listen(forward);
}

test('the interface is under /v1, and its two summary paths also without', () => {
  for (const path of [
    '/v1',
    '/v1/documents',
    '/documents/4c/summaries',
    '/documents/4c/summaries/7',
    '/summaries/jobs',
    '/summaries/jobs/1',
  ])
    expect(isServicePath(path), path).toBe(true);
  for (const path of ['/', '/v10', '/documents', '/documents/4c', '/documents/4c/summary', '/api/v1/documents', '/summaries'])
    expect(isServicePath(path), path).toBe(false);
});

test('method, path, body, status and headers go through as they are; the session does not', async () => {
  const url = await startPair(async (incoming, answer) => {
    const { cookie, authorization, host } = incoming.headers;
    const body = await text(incoming);
    answer.writeHead(201, { location: '/v1/documents/1', 'x-own': 'yes' });
    answer.end(JSON.stringify({ method: incoming.method, url: incoming.url, body, cookie, authorization, host }));
  });
  const response = await fetch(`${url}/v1/documents?x=%2F`, {
    method: 'PUT',
    body: 'the body',
    headers: { authorization: 'Bearer k', cookie: 'session=secret' },
  });
  expect(response.status).toBe(201);
  expect(response.headers.get('location')).toBe('/v1/documents/1');
  expect(response.headers.get('x-own')).toBe('yes');
  expect(await response.json()).toEqual({
    method: 'PUT',
    url: '/v1/documents?x=%2F',
    body: 'the body',
    authorization: 'Bearer k',
    host: new URL(url).host,
  });
});

test('an answer before the request is complete reaches the client while it is still sending', async () => {
  const url = await startPair((incoming, answer) => {
    incoming.once('data', () => answer.writeHead(413, { connection: 'close' }).end('too large'));
  });
  const status = await new Promise<number>((resolve, reject) => {
    const sending = request(`${url}/v1/documents`, { method: 'POST', headers: { 'content-length': 50_000_000 } }, (response) => {
      resolve(response.statusCode ?? 0);
      response.resume();
      sending.destroy();
    });
    sending.once('error', reject);
    sending.write(Buffer.alloc(100_000));
  });
  expect(status).toBe(413);
});

test('when the client goes away, the service learns it', async () => {
  let isReached = false;
  let ended: string | null = null;
  const url = await startPair((incoming) => {
    incoming.once('data', () => {
      isReached = true;
    });
    incoming.once('error', () => {
      ended = 'error';
    });
    incoming.once('aborted', () => {
      ended = 'aborted';
    });
  });
  const client = connect(Number(new URL(url).port), '127.0.0.1');
  client.write('POST /v1/documents HTTP/1.1\r\nhost: x\r\ncontent-length: 1000\r\n\r\nhalf');
  await expect.poll(() => isReached).toBe(true);
  client.destroy();
  await expect.poll(() => ended).not.toBeNull();
});

test('a service that is not there is a problem document', async () => {
  const { forward } = createForwarder('http://127.0.0.1:9');
  const response = await fetch(`${await listen(forward)}/v1/documents`);
  expect(response.status).toBe(503);
  expect(response.headers.get('content-type')).toBe('application/problem+json');
  expect(await response.json()).toMatchObject({ code: 'unavailable', status: 503 });
});
