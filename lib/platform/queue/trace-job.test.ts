import { sql } from 'drizzle-orm';
import { beforeAll, expect, test } from 'vitest';
import { startTestTracing } from '../testing/start-test-tracing.ts';
import { withSpan } from '../tracing/tracer.ts';
import { createQueue } from './queue.ts';
import { startTestQueue, type TestQueue, until } from './testing/start-test-queue.ts';

const REQUEST = { kind: 'server', attributes: {}, parent: null } as const;
const DOCUMENT = '5b0c5a26-2c1f-4d25-9a3a-6b8f2f1c9d11';

let t: TestQueue;
beforeAll(async () => {
  t = await startTestQueue();
  return () => t.close();
});

test('a send that fails is told', async () => {
  const tracing = await startTestTracing();
  const queue = await t.openQueue({ failing: {} });
  const send = withSpan('request', REQUEST, () => queue.send('unknown-queue', {}));
  await expect(send).rejects.toThrow();
  const [failed] = await tracing.end();
  expect(failed).toMatchObject({ name: 'send unknown-queue', isError: true });
});

test('a job goes on with the trace of what sent it, in a further attempt too, and its data do not hold it', async () => {
  const tracing = await startTestTracing();
  const queue = await createQueue({ databaseUrl: t.server.url, queues: { traced: { retryDelay: 0 } } });
  const seen: unknown[] = [];
  queue.work<object>('traced', { concurrency: 1 }, async ({ data, attempt }) => {
    seen.push(data);
    if (attempt === 1) throw Object.assign(new Error('The text of somebody.'), { code: 'file_too_large' });
    await withSpan('part', { kind: 'internal', attributes: {} }, async () => undefined);
    return undefined;
  });
  await withSpan('request', REQUEST, () => queue.send('traced', { documentId: DOCUMENT, name: 'somebody.pdf' }));
  await until(() => seen.length === 2);
  await until(async () => (await queue.count('traced')).active === 0);
  // the run is over a moment after its job
  await queue.drain(5_000);
  const spans = await tracing.end();
  const named = (name: string) => spans.filter((span) => span.name === name);
  const [[send], [request], [part], [first, second]] = [named('send traced'), named('request'), named('part'), named('process traced')];
  expect(spans).toHaveLength(5);
  expect(new Set(spans.map(({ traceId }) => traceId)).size).toBe(1);
  expect([send?.parentId, part?.parentId]).toEqual([request?.spanId, second?.spanId]);
  const known = { 'messaging.system': 'pg-boss', 'messaging.destination.name': 'traced', 'messaging.message.id': expect.any(String) };
  expect(send).toMatchObject({ kind: 4, attributes: { ...known, 'messaging.operation.type': 'send' } });
  const processed = { ...known, 'messaging.operation.type': 'process', 'countersign.document.id': DOCUMENT };
  for (const [span, attempt, outcome] of [
    [first, 1, 'retried'],
    [second, 2, 'done'],
  ] as const)
    expect(span).toMatchObject({
      kind: 5,
      parentId: send?.spanId,
      isError: attempt === 1,
      attributes: { ...processed, 'countersign.job.attempt': attempt, 'countersign.job.outcome': outcome },
    });
  expect(first?.attributes['error.type']).toBe('file_too_large');
  expect(JSON.stringify(spans)).not.toContain('somebody');
  expect(seen).toEqual(Array(2).fill({ documentId: DOCUMENT, name: 'somebody.pdf' }));
});

test('runs that only ask for another one are not recorded, and no run of a job that nobody asked for', async () => {
  const tracing = await startTestTracing();
  const queue = await createQueue({ databaseUrl: t.server.url, queues: { polling: {}, unasked: {} } });
  let runs = 0;
  let unasked = 0;
  queue.work('polling', { concurrency: 1 }, async () => {
    runs += 1;
    return runs < 4 ? { againInMs: 1 } : undefined;
  });
  queue.work('unasked', { concurrency: 1 }, async () => {
    unasked += 1;
    return undefined;
  });
  await withSpan('request', REQUEST, () => queue.send('polling', {}));
  await queue.send('unasked', {});
  await until(() => runs === 4 && unasked === 1);
  await until(async () => (await queue.count('polling')).active === 0);
  await queue.drain(5_000);
  expect((await tracing.end()).map(({ name }) => name).sort()).toEqual(['process polling', 'request', 'send polling']);
});

test('a job that is there already is not sent, and no span says that it was', async () => {
  const tracing = await startTestTracing();
  const queue = await t.openQueue({ single: { policy: 'exclusive' } });
  await withSpan('request', REQUEST, async () => {
    await queue.send('single', {}, { singletonKey: 'one' });
    expect(await queue.send('single', {}, { singletonKey: 'one' })).toBeNull();
  });
  expect((await tracing.end()).map(({ name }) => name)).toEqual(['send single', 'request']);
});

test('where traces are off, jobs carry none', async () => {
  const queue = await t.openQueue({ plain: {} });
  await queue.send('plain', { n: 1 });
  const { rows } = await t.server.database.execute(sql`select data from pgboss.job where name = 'plain'`);
  expect(rows).toEqual([{ data: { n: 1 } }]);
});
