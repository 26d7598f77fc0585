import { findReason } from '../find-reason.ts';
import { recall } from '../remember.ts';
import { findOpenSpan, type OpenSpan, type SpanAttributes, type TraceContext, withOpenSpan } from '../trace-context.ts';

export type SpanKind = 'internal' | 'server' | 'client' | 'producer' | 'consumer';

export type NewSpan = {
  kind: SpanKind;
  attributes: SpanAttributes;
  /** What it is part of; by default the present span. Null begins a trace. */
  parent?: TraceContext | null;
};

/** Begins spans, and ends when the program does. `openTracing` makes it where traces are switched on. */
export type Tracer = {
  /** @param onEnd called when it is recorded */
  begin: (name: string, options: Required<NewSpan> & { isRemote: boolean }, onEnd: () => void) => OpenSpan;
  close: () => Promise<void>;
};

/** The name under which the one tracer of a process is remembered. */
export const TRACER = 'tracer';

/** Begins a span; null where traces are switched off, and for what belongs to no trace. */
export function startSpan(name: string, { kind, attributes, parent }: NewSpan): OpenSpan | null {
  const tracer = recall<Tracer>(TRACER);
  if (tracer === null) return null;
  const above = parent === undefined ? findOpenSpan() : null;
  if (parent === undefined && above === null) return null;
  const onEnd = () => {
    if (above) above.isParent = true;
  };
  return tracer.begin(name, { kind, attributes, parent: parent ?? above?.context ?? null, isRemote: above === null }, onEnd);
}

/**
 * Does `work` as a span of its own, which ends with it and fails when it throws.
 * @param work gets the span, null where there is none
 */
export async function withSpan<T>(name: string, options: NewSpan, work: (span: OpenSpan | null) => Promise<T>): Promise<T> {
  const span = startSpan(name, options);
  if (span === null) return work(null);
  try {
    return await withOpenSpan(span, () => work(span));
  } catch (error) {
    span.fail(toErrorType(error));
    throw error;
  } finally {
    span.end();
  }
}

/** Nothing that could be a text, or fill an index. */
const WORD = /^[\w.-]{1,64}$/;

/** A code as spans tell it: what could be a text becomes `error`. */
export function toErrorCode(code: string): string {
  return WORD.test(code) ? code : 'error';
}

/** What kind of error this is, in a word: the code of a problem, of the system or of the database, why a child has no result, else its name. */
export function toErrorType(error: unknown): string {
  if (!(error instanceof Error)) return 'error';
  const shown = findReason(error) as Error & { code?: unknown; reason?: unknown };
  return [shown.code, shown.reason, shown.name].find((word): word is string => typeof word === 'string' && WORD.test(word)) ?? 'error';
}
