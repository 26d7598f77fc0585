import type { Log } from './log.ts';
import { type Dependency, findOutage } from './outage-error.ts';

/** While a dependency is away it is told so often, however many requests and looks meet it. */
const TELL_MS = 30_000;
const told = new Map<Dependency, { at: number; unsaid: number }>();

/**
 * Logs an error that somebody will meet again anyway, as a warning. Where it is an outage, one line tells of it and the next one
 * half a minute later, with how many there were between.
 */
export function logTrouble(log: Log | undefined, message: string, error: unknown): void {
  const outage = findOutage(error);
  if (!outage) {
    log?.warn(message, { error });
    return;
  }
  const before = told.get(outage.dependency);
  if (before && performance.now() - before.at < TELL_MS) {
    before.unsaid += 1;
    return;
  }
  told.set(outage.dependency, { at: performance.now(), unsaid: 0 });
  const { dependency, kind } = outage;
  log?.warn(outage.message, {
    dependency,
    kind,
    while: message,
    error: outage.cause,
    ...(before?.unsaid ? { unsaid: before.unsaid } : {}),
  });
}
