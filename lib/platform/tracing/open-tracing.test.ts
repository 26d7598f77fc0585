import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { trace } from '@opentelemetry/api';
import { expect, test } from 'vitest';
import { ProblemError } from '#lib/contract/problems/problem-error.ts';
import { createLog } from '../log.ts';
import { withRequestId } from '../request-id.ts';
import { startCollector } from '../testing/start-collector.ts';
import { startTestTracing, tracingOf } from '../testing/start-test-tracing.ts';
import { findOpenSpan, type TraceContext } from '../trace-context.ts';
import { openTracing } from './open-tracing.ts';
import { startSpan, toErrorType, withSpan } from './tracer.ts';

const ROOT = { kind: 'server', attributes: {}, parent: null } as const;
const INNER = { kind: 'internal', attributes: {} } as const;

test('where traces are off, nothing is begun and work is done as it is', async () => {
  const close = await openTracing('test', { tracing: null }, createLog({ level: 'error', format: 'json', program: 'test' }));
  expect(await withSpan('outer', ROOT, async (span) => [span, findOpenSpan()])).toEqual([null, null]);
  await close();
});

test('spans are parts of each other, tell what was said of them, and fail with a code alone', async () => {
  const tracing = await startTestTracing({ OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment.name=here' });
  const refused = withSpan('outer', ROOT, async (span) => {
    span?.set({ 'countersign.document.pages': 3, 'countersign.document.media_type': undefined });
    await withSpan('inner', INNER, async () => undefined);
    throw new ProblemError('file_too_large', 'The text of somebody.');
  });
  await expect(refused).rejects.toThrow();
  expect(startSpan('of no trace', INNER)).toBeNull();
  const [inner, outer] = await tracing.end();
  expect(outer).toMatchObject({
    program: 'countersign-test',
    parentId: null,
    isError: true,
    attributes: { 'countersign.document.pages': 3, 'error.type': 'file_too_large' },
  });
  expect(inner).toMatchObject({ name: 'inner', traceId: outer?.traceId, parentId: outer?.spanId, isError: false });
  expect(JSON.stringify(outer)).not.toContain('somebody');
});

test('what another program calls a code is told only where it cannot be a text', async () => {
  const tracing = await startTestTracing();
  for (const code of ['file_too_large', 'Invoice of somebody']) await withSpan('one', ROOT, async (span) => span?.fail(code));
  expect((await tracing.end()).map(({ attributes }) => attributes['error.type'])).toEqual(['file_too_large', 'error']);
});

test('a span that is dropped is not recorded, unless something has come of it', async () => {
  const tracing = await startTestTracing();
  await withSpan('empty', ROOT, async (span) => span?.drop());
  await withSpan('with a part', ROOT, async (span) => {
    await withSpan('part', INNER, async () => undefined);
    span?.drop();
  });
  expect((await tracing.end()).map(({ name }) => name)).toEqual(['part', 'with a part']);
});

test('what another program does not record is not recorded here, and a share of what begins here is', async () => {
  const tracing = await startTestTracing({ OTEL_TRACES_SAMPLER: 'parentbased_traceidratio', OTEL_TRACES_SAMPLER_ARG: '0' });
  const parent: TraceContext = { traceId: 'a'.repeat(32), spanId: 'b'.repeat(16), isSampled: true };
  for (const isSampled of [true, false])
    await withSpan(`sampled: ${isSampled}`, { ...ROOT, parent: { ...parent, isSampled } }, async (span) => {
      expect(span?.context).toMatchObject({ traceId: parent.traceId, isSampled });
    });
  await withSpan('begun here', ROOT, async (span) => expect(span?.context.isSampled).toBe(false));
  expect((await tracing.end()).map(({ name }) => name)).toEqual(['sampled: true']);
});

test('libraries that look for the tracer of the process find none', async () => {
  const tracing = await startTestTracing();
  await withSpan('ours', ROOT, async () => trace.getTracer('drizzle-orm').startActiveSpan('theirs', (span) => span.end()));
  expect((await tracing.end()).map(({ name }) => name)).toEqual(['ours']);
});

test.each([
  ['refuses', 400],
  ['is overloaded', 503],
])('a collector that %s is told once, and once that it is well again', async (_what, status) => {
  let answer = status;
  const collector = await startCollector(() => answer);
  const lines: string[] = [];
  const log = createLog({ level: 'debug', format: 'json', program: 'test', write: (line) => void lines.push(line) });
  const variables = { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, OTEL_EXPORTER_OTLP_TIMEOUT: '500' };
  const close = await openTracing('test', { tracing: tracingOf(variables) }, log);
  const record = async (count: number) => {
    for (let times = 0; times < count; times += 1)
      await withRequestId('request-of-somebody', () => withSpan('one', ROOT, async () => undefined));
  };
  for (let tries = 0; tries < 3; tries += 1) {
    const { length } = collector.headers;
    // as many as are sent at once
    await record(512);
    await expect.poll(() => collector.headers.length).toBeGreaterThan(length);
  }
  await expect.poll(() => lines.length).toBe(1);
  answer = 200;
  await record(512);
  await expect.poll(() => lines.length, { timeout: 60_000 }).toBe(2);
  expect(lines.map((line) => JSON.parse(line).message)).toEqual([
    'the collector of traces does not take spans; they are lost until it does, and nothing else is',
    'the collector of traces takes spans again',
  ]);
  // they come of nobody's request
  expect(lines.join()).not.toMatch(/request-of-somebody|trace_id/);
  await close();
  collector.close();
});

test('while the collector takes nothing, no more than some thousand spans wait', async () => {
  let answer = 503;
  const collector = await startCollector(() => answer);
  const log = createLog({ level: 'error', format: 'json', program: 'test' });
  const close = await openTracing('test', { tracing: tracingOf({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.url }) }, log);
  for (let times = 0; times < 20_000; times += 1) await withSpan('one', ROOT, async () => undefined);
  await expect.poll(() => collector.headers.length).toBeGreaterThan(0);
  answer = 200;
  await close();
  expect(collector.spans.length).toBeGreaterThan(0);
  expect(collector.spans.length).toBeLessThan(3_000);
  collector.close();
});

test('a program that ends waits for a silent collector only for a moment', async () => {
  const silent = createServer().listen(0, '127.0.0.1');
  await once(silent, 'listening');
  const url = `http://127.0.0.1:${(silent.address() as AddressInfo).port}`;
  const log = createLog({ level: 'error', format: 'json', program: 'test' });
  const close = await openTracing(
    'test',
    { tracing: tracingOf({ OTEL_EXPORTER_OTLP_ENDPOINT: url, OTEL_EXPORTER_OTLP_TIMEOUT: '5000' }) },
    log,
  );
  await withSpan('one', ROOT, async () => undefined);
  const began = performance.now();
  await close();
  expect(performance.now() - began).toBeLessThan(4_000);
  silent.close();
});

test('the kind of an error is a code, never its text', () => {
  expect(toErrorType(new ProblemError('not_found'))).toBe('not_found');
  expect(toErrorType(Object.assign(new Error('connect'), { code: 'ECONNREFUSED' }))).toBe('ECONNREFUSED');
  expect(toErrorType(Object.assign(new TypeError('x'), { code: 'a text of a person' }))).toBe('TypeError');
  expect(toErrorType('a text')).toBe('error');
});
