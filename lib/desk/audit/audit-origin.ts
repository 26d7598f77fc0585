import { AsyncLocalStorage } from 'node:async_hooks';
import { remember } from '#lib/platform/remember.ts';

/** Where a request came from: the browser's network address and the id of its session. Null = not known, or none. */
export type AuditOrigin = { address: string | null; session: string | null };

/** Kept beside the call and not in its parameters, so that no operation can forget to hand it on. */
function origins(): AsyncLocalStorage<AuditOrigin> {
  return remember('audit-origin', () => new AsyncLocalStorage<AuditOrigin>());
}

/** Does `work`; what it appends to the audit trail says that it came from there. */
export function withAuditOrigin<T>(origin: AuditOrigin, work: () => Promise<T>): Promise<T> {
  return origins().run(origin, work);
}

/** Says whose session it is, once that is known. Nothing outside `withAuditOrigin`. */
export function recordAuditSession(session: string | null): void {
  const origin = origins().getStore();
  if (origin) origin.session = session;
}

/** Where the present call came from; null for what the desk does by itself. */
export function findAuditOrigin(): AuditOrigin | null {
  const origin = origins().getStore();
  return origin ? { ...origin } : null;
}
