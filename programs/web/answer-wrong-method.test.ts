import { createServer, type IncomingMessage, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { answerUnknownMethod, explainWrongMethod } from './answer-wrong-method.ts';

let server: Server;
beforeAll(async () => {
  server = createServer((asked, response) => {
    if (answerUnknownMethod(asked, response)) return;
    explainWrongMethod(asked, response);
    response.statusCode = asked.method === 'GET' ? 200 : 405;
    if (asked.method === 'PATCH') response.writeHead(405);
    if (asked.method === 'DELETE') response.setHeader('content-type', 'text/plain').end('own words');
    if (response.writableEnded) return;
    response.end(asked.method === 'GET' ? 'fine' : undefined);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterAll(() => new Promise((resolve) => server.close(resolve)));

async function ask(method: string, path: string): Promise<{ status: number; type: string | undefined; body: string }> {
  const answer = await new Promise<IncomingMessage>((resolve, reject) =>
    request({ port: (server.address() as AddressInfo).port, method, path }, resolve)
      .on('error', reject)
      .end(),
  );
  let body = '';
  for await (const chunk of answer) body += chunk;
  return { status: answer.statusCode ?? 0, type: answer.headers['content-type'], body };
}

test('a refused method under /api/ and an unknown one anywhere are answered with a problem', async () => {
  for (const [method, path] of [
    ['PUT', '/api/documents'],
    ['PATCH', '/api/documents'],
    ['TRACE', '/api/documents'],
    ['TRACE', '/documents'],
  ] as const) {
    const { status, type, body } = await ask(method, path);
    expect({ status, type }).toEqual({ status: 405, type: 'application/problem+json' });
    expect(JSON.parse(body)).toMatchObject({ code: 'method_not_allowed', status: 405 });
  }
});

test('other answers stay as they are', async () => {
  expect(await ask('GET', '/api/documents')).toMatchObject({ status: 200, body: 'fine' });
  expect(await ask('DELETE', '/api/documents')).toMatchObject({ status: 405, body: 'own words' });
  expect(await ask('PUT', '/documents')).toMatchObject({ status: 405, body: '' });
});
