import { ProblemError } from '#lib/contract/problems/problem-error.ts';

/** However long nothing changes, it is asked again after this many milliseconds. */
const SLOWEST_MS = 15_000;
/** The pause is this part of the time that nothing changed: long waits are asked about rarely, and news is late by a tenth at most. */
const SHARE = 0.1;

/**
 * Milliseconds until something under way is asked about again: often at first, ever more rarely the longer nothing changes.
 * @param quietMs for how long nothing changed
 * @param fastestMs the shortest pause
 */
export function slowingPause(quietMs: number, fastestMs: number, share = SHARE): number {
  return Math.round(Math.min(SLOWEST_MS, Math.max(fastestMs, quietMs * share)));
}

/** Milliseconds that an error asks to be left alone for; 0 when it says nothing. */
export function retryAfterMs(error: unknown): number {
  const seconds = error instanceof ProblemError ? Number(error.headers['retry-after']) : 0;
  return seconds > 0 ? seconds * 1000 : 0;
}

const firstSeen = new WeakMap<object, number>();

/**
 * The pause of a query whose answer is still to change, for its `refetchInterval`. React Query keeps the very object while the
 * answers are alike, so its age is the time that nothing changed.
 */
export function pauseOf({ state }: { state: { data: object | null | undefined; error: unknown } }, fastestMs: number): number {
  const { data, error } = state;
  const now = Date.now();
  if (data && !firstSeen.has(data)) firstSeen.set(data, now);
  const quiet = data ? now - firstSeen.get(data)! : 0;
  return Math.max(slowingPause(quiet, fastestMs), retryAfterMs(error));
}
