import { createServer, type RequestListener } from 'node:http';
import { afterEach, expect, test } from 'vitest';
import { z } from 'zod';
import { ProblemError } from '#lib/contract/problems/problem-error.ts';
import { listen } from '#lib/platform/testing/listen.ts';
import { ConnectionError } from './connection-error.ts';
import { fieldErrors, isPassing } from './error-message.ts';
import { requestJson, requestNothing, withQuery } from './http.ts';

let close: (() => Promise<unknown>) | undefined;
afterEach(() => close?.());

async function serve(answer: RequestListener): Promise<string> {
  const served = await listen(createServer(answer));
  close = served.close;
  return served.url;
}

const rejection = (promise: Promise<unknown>) =>
  promise.then(
    () => null,
    (error: unknown) => error,
  );

test('a query leaves out what is empty and repeats the name for lists', () => {
  expect(withQuery('/x', { q: '', state: ['a', 'b'], page: 2, none: null })).toBe('/x?state=a&state=b&page=2');
  expect(withQuery('/x', {})).toBe('/x');
});

test('an answer is given back as it came', async () => {
  const url = await serve((_, response) => response.end('{"name":"a","more":1}'));
  expect(await requestJson(url)).toEqual({ name: 'a', more: 1 });
});

test('schemas that a screen checks with compile no code, which the content security policy forbids', () => {
  expect(z.config().jitless).toBe(true);
});

test('a problem document comes out as the error it describes', async () => {
  const problem = {
    type: 'urn:countersign:problem:open_flags',
    title: 'There are open flags',
    status: 409,
    code: 'open_flags',
    detail: 'Two flags are open.',
    errors: [{ pointer: '/a', message: 'Wrong.' }],
    extra: { flags: 2 },
  };
  const url = await serve((_, response) =>
    response.writeHead(409, { 'content-type': 'application/problem+json' }).end(JSON.stringify(problem)),
  );
  const error = await rejection(requestNothing(url, { method: 'POST', body: {} }));
  expect(error).toBeInstanceOf(ProblemError);
  expect(error).toMatchObject({ code: 'open_flags', status: 409, message: 'Two flags are open.', extra: { flags: 2 } });
  expect(fieldErrors(error)).toEqual({ '/a': 'Wrong.' });
  expect(isPassing(error)).toBe(false);
});

test('a page of some proxy in between becomes a problem by its status', async () => {
  const url = await serve((_, response) => response.writeHead(503, { 'retry-after': '7' }).end('<h1>Down</h1>'));
  const error = await rejection(requestJson(url));
  expect(error).toMatchObject({ code: 'unavailable', headers: { 'retry-after': '7' } });
  expect(isPassing(error)).toBe(true);
});

test('an answer that is no JSON is refused, not shown', async () => {
  const url = await serve((_, response) => response.end('<h1>Please sign in to the guest network</h1>'));
  expect(await rejection(requestJson(url))).toMatchObject({ code: 'internal_error' });
});

test('no answer in time and nobody listening are connection errors', async () => {
  const url = await serve(() => {});
  expect(await rejection(requestJson(url, { timeout: 50 }))).toBeInstanceOf(ConnectionError);
  await close?.();
  close = undefined;
  expect(await rejection(requestJson(url))).toBeInstanceOf(ConnectionError);
});

test('what the caller cancels is not called a lost connection', async () => {
  const url = await serve(() => {});
  const controller = new AbortController();
  const asking = rejection(requestJson(url, { signal: controller.signal }));
  controller.abort();
  expect(await asking).toMatchObject({ name: 'AbortError' });
});
