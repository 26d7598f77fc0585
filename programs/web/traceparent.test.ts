import { createServer, type IncomingMessage } from 'node:http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { listen } from '#lib/platform/testing/listen.ts';
import { startTestTracing } from '#lib/platform/testing/start-test-tracing.ts';
import { createForwarder } from './forward.ts';
import { startDoor } from './testing/start-door.ts';

const TRACE = 'a'.repeat(32);
const GIVEN = { traceparent: `00-${TRACE}-${'b'.repeat(16)}-01` };
const seen: (string | undefined)[] = [];
const service = createServer((request: IncomingMessage, response) => {
  seen.push(request.headers.traceparent as string | undefined);
  request.resume();
  response.end('{}');
});
let target = '';
beforeAll(async () => {
  ({ url: target } = await listen(service));
});
afterAll(() => service.close());

test('a stranger begins no trace and joins none: the service is told of the span of the web program', async () => {
  const tracing = await startTestTracing();
  const door = await startDoor(target);
  await fetch(`${door.url}/v1/documents`, { method: 'POST', headers: GIVEN });
  await door.close();
  const [span] = await tracing.end();
  expect(span).toMatchObject({ parentId: null, name: 'POST' });
  expect(span?.traceId).not.toBe(TRACE);
  expect(seen.splice(0)).toEqual([`00-${span?.traceId}-${span?.spanId}-01`]);
});

test('behind a trusted proxy its trace goes on', async () => {
  const tracing = await startTestTracing();
  const door = await startDoor(target, {}, undefined, 1);
  await fetch(`${door.url}/v1/documents`, { method: 'POST', headers: GIVEN });
  await door.close();
  const [span] = await tracing.end();
  expect(span).toMatchObject({ traceId: TRACE, parentId: 'b'.repeat(16) });
  expect(seen.splice(0)).toEqual([`00-${TRACE}-${span?.spanId}-01`]);
});

test('where traces are off, what a stranger says of one goes no further', async () => {
  const door = await startDoor(target);
  await fetch(`${door.url}/v1/documents`, { method: 'POST', headers: GIVEN });
  await door.close();
  expect(seen.splice(0)).toEqual([undefined]);
});

test('a deployment of somebody else is not told of the trace', async () => {
  const tracing = await startTestTracing();
  const forwarder = createForwarder(target, { isOurs: false });
  const door = await startDoor(target, {}, undefined, 1, forwarder);
  await fetch(`${door.url}/v1/documents`, { method: 'POST', headers: GIVEN });
  await door.close();
  await tracing.end();
  expect(seen.splice(0)).toEqual([undefined]);
});
