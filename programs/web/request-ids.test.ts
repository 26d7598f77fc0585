import { createServer, type IncomingMessage } from 'node:http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { listen } from '#lib/platform/testing/listen.ts';
import { startDoor } from './testing/start-door.ts';

const ID = /^[\da-f]{8}-[\da-f-]{27}$/;
const seen: (string | string[] | undefined)[] = [];
const service = createServer((request: IncomingMessage, response) => {
  seen.push(request.headers['x-request-id']);
  response.end('{}');
});
let target = '';
beforeAll(async () => {
  ({ url: target } = await listen(service));
});
afterAll(() => service.close());

const GIVEN = { 'x-request-id': 'given-by-the-caller' };

test('each request gets an id of ours, which the service and the caller are told; what a caller gives is not believed', async () => {
  const door = await startDoor(target);
  for (const path of ['/v1/documents', '/overview']) {
    const first = await fetch(door.url + path, { headers: GIVEN });
    const second = await fetch(door.url + path);
    const ids = [first, second].map(({ headers }) => headers.get('x-request-id'));
    expect(ids).toEqual([expect.stringMatching(ID), expect.stringMatching(ID)]);
    expect(ids[0]).not.toBe(ids[1]);
    if (path.startsWith('/v1')) expect(seen.splice(0)).toEqual(ids);
  }
  await door.close();
});

test('behind a trusted proxy its id stays', async () => {
  const door = await startDoor(target, {}, undefined, 1);
  expect((await fetch(`${door.url}/v1/documents`, { headers: GIVEN })).headers.get('x-request-id')).toBe('given-by-the-caller');
  expect(seen.splice(0)).toEqual(['given-by-the-caller']);
  expect((await fetch(door.url, { headers: { 'x-request-id': 'no good' } })).headers.get('x-request-id')).toMatch(ID);
  await door.close();
});
