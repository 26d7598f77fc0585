import type { JobWithMetadata } from 'pg-boss';
import { isUuid } from '../is-uuid.ts';
import { type OpenSpan, parseTraceparent, type SpanAttributes, toTraceparent, withOpenSpan } from '../trace-context.ts';
import { startSpan, toErrorType } from '../tracing/tracer.ts';

/** Where a job's data keep the trace of what sent it. */
export const TRACE = 'traceparent';
/** What the data of jobs name, as spans tell it. */
const IDS = { documentId: 'countersign.document.id', jobId: 'countersign.job.id', exampleId: 'countersign.example.id' } as const;

const attributesOf = (queue: string, operation: 'send' | 'process'): SpanAttributes => ({
  'messaging.system': 'pg-boss',
  'messaging.operation.name': operation,
  'messaging.operation.type': operation,
  'messaging.destination.name': queue,
});

/**
 * Sends a job as a span, where something that is traced sends it.
 * @param send gets what the job is to carry; returns its id, null when there was one already
 */
export async function traceSending(queue: string, send: (traceparent: string | null) => Promise<string | null>): Promise<string | null> {
  const span = startSpan(`send ${queue}`, { kind: 'producer', attributes: attributesOf(queue, 'send') });
  if (span === null) return send(null);
  const id = await send(toTraceparent(span)).catch((error) => failWith(span, error));
  if (id === null) return null;
  span.set({ 'messaging.message.id': id });
  span.end();
  return id;
}

/**
 * Does one run of a job as a span of the trace that it carries; without one nothing is recorded. A run that only asks for another one, as
 * one that polls does, is recorded when something else has come of it.
 */
export async function traceJob<Outcome extends string>(job: JobWithMetadata, run: () => Promise<Outcome>): Promise<Outcome> {
  const data = (job.data ?? {}) as Record<string, unknown>;
  const parent = parseTraceparent(data[TRACE]);
  const span = parent && startSpan(`process ${job.name}`, { kind: 'consumer', attributes: attributesOf(job.name, 'process'), parent });
  if (!span) return withOpenSpan(null, run);
  span.set({ 'messaging.message.id': job.id, 'countersign.job.attempt': job.retryCount + 1, ...idsIn(data) });
  const outcome = await withOpenSpan(span, run).catch((error) => failWith(span, error));
  span.set({ 'countersign.job.outcome': outcome });
  if (outcome === 'again') span.drop();
  else span.end();
  return outcome;
}

function failWith(span: OpenSpan, error: unknown): never {
  span.fail(toErrorType(error));
  span.end();
  throw error;
}

function idsIn(data: Record<string, unknown>): SpanAttributes {
  const found = Object.entries(IDS).flatMap(([name, attribute]) => {
    const id = data[name];
    return typeof id === 'string' && isUuid(id) ? [[attribute, id]] : [];
  });
  return Object.fromEntries(found);
}
