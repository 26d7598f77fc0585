import { AsyncLocalStorage } from 'node:async_hooks';
import { remember } from './remember.ts';

/** The header by which a trace goes from program to program (https://www.w3.org/TR/trace-context). */
export const TRACEPARENT_HEADER = 'traceparent';
const TRACEPARENT = /^([\da-f]{2})-(?!0{32})([\da-f]{32})-(?!0{16})([\da-f]{16})-([\da-f]{2})(-.*)?$/;
const SAMPLED = 1;

/** What a span is known by to others. `isSampled`: it is recorded, and so is what comes of it. */
export type TraceContext = { traceId: string; spanId: string; isSampled: boolean };

/** What is said of a span: ids, counts, codes, names of our own. Never of a file, its text, a person, a key or an address that asks. */
export type SpanAttributes = Record<string, string | number | boolean | undefined>;

/** A span that has not ended. */
export type OpenSpan = {
  readonly context: TraceContext;
  /** Something else was recorded that came of it, here or in another program. */
  isParent: boolean;
  set: (attributes: SpanAttributes) => void;
  /** It failed. @param code of a problem, or what kind of error it is */
  fail: (code: string) => void;
  end: () => void;
  /** Forgets the span instead of ending it, unless something has come of it. */
  drop: () => void;
};

/** Kept beside the call as the id of a request is, and once for a process of two bundles. */
const spans = () => remember('spans', () => new AsyncLocalStorage<OpenSpan | null>());

/** Does `work` as part of a span. Null: of none, whoever calls. */
export function withOpenSpan<T>(span: OpenSpan | null, work: () => T): T {
  return spans().run(span, work);
}

/** The span that the present call is part of; null without one. */
export function findOpenSpan(): OpenSpan | null {
  return spans().getStore() ?? null;
}

/** Reads the header of another program; null for anything that is none. */
export function parseTraceparent(given: unknown): TraceContext | null {
  const [, version, traceId, spanId, flags = '', rest] = (typeof given === 'string' && TRACEPARENT.exec(given)) || [];
  // later versions may say more, the first one may not
  if (!traceId || !spanId || version === 'ff' || (version === '00' && rest !== undefined)) return null;
  return { traceId, spanId, isSampled: (Number.parseInt(flags, 16) & SAMPLED) === SAMPLED };
}

/** The header for another program, or for a job, that goes on with a span. */
export function toTraceparent(span: OpenSpan): string {
  span.isParent = true;
  const { traceId, spanId, isSampled } = span.context;
  return `00-${traceId}-${spanId}-${isSampled ? '01' : '00'}`;
}
