import { expect, test } from 'vitest';
import { startTestTracing } from '../testing/start-test-tracing.ts';
import { withSpan } from '../tracing/tracer.ts';
import { traceCall } from './trace-call.ts';

const within = (work: () => Promise<unknown>) => withSpan('job', { kind: 'consumer', attributes: {}, parent: null }, work);

test('an answer that refuses is a fault, though it is an answer', async () => {
  const tracing = await startTestTracing();
  await within(async () => {
    for (const status of [200, 429, 503])
      await traceCall('https://model.example/v1', { method: 'POST', template: '/ask' }, async () => ({ status }));
  });
  const calls = (await tracing.end()).filter(({ kind }) => kind === 3);
  expect(calls.map(({ isError, attributes }) => [isError, attributes['error.type']])).toEqual([
    [false, undefined],
    [true, '429'],
    [true, '503'],
  ]);
  expect(calls[0]).toMatchObject({ name: 'POST /ask', attributes: { 'server.address': 'model.example', 'server.port': 443 } });
});
