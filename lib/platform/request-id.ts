import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';
import { remember } from './remember.ts';

/** The header by which a request's id goes from program to program, and back to who asked. */
export const REQUEST_ID_HEADER = 'x-request-id';
/** What others may give as an id: nothing that could break a line of a log, or fill it. */
const GIVEN = /^[\w.:-]{8,64}$/;

/** Kept beside the call and not in its parameters, so that nothing can forget to hand it on. */
const ids = () => remember('request-ids', () => new AsyncLocalStorage<string | null>());

/** Does `work`; the log lines, jobs, and requests to services of ours that come of it carry the id. Null: it comes of no request, whoever calls. */
export function withRequestId<T>(id: string | null, work: () => T): T {
  return ids().run(id, work);
}

/** The id of the request that the present call comes of; null for what nobody asked for. */
export function findRequestId(): string | null {
  return ids().getStore() ?? null;
}

/** The id that a request came with, where it is one, else a new one. */
export function requestIdOf(given: unknown): string {
  return typeof given === 'string' && GIVEN.test(given) ? given : randomUUID();
}
