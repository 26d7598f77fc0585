/** The interface says that a document is indexed in 10 to 30 s; jobs are quicker. */
const FIRST_MS = { document: 10_000, job: 3_000 } as const;
const LEAST_FIRST_MS = 1_000;
const MOST_FIRST_MS = 300_000;
/** One that takes longer than others does not hold them up for more than that. */
const MOST_EARLY_MS = { document: 30_000, job: 10_000 } as const;
const LEAST_MS = 1_000;
const MOST_MS = 60_000;
const SHARE = 0.15;
/** How much of what was seen last goes into what is known. */
const NEWEST_WEIGHT = 0.4;
/** What was too early once is a little less so with every work that was done in time. */
const EARLY_SHARE = 0.98;

export type PolledKind = keyof typeof FIRST_MS;

/**
 * How long work takes at a deployment, in milliseconds: it was usually done by then (null = none was seen to be done yet), and not yet
 * before.
 */
export type Speed = { typicalMs: number | null; earlyMs: number };

/** How long the work is expected to take, in milliseconds; 0 = nothing is known. */
export function expectedMs(kind: PolledKind, { typicalMs, earlyMs }: Speed): number {
  return Math.min(MOST_FIRST_MS, typicalMs ?? Math.min(MOST_EARLY_MS[kind], earlyMs));
}

/**
 * Milliseconds to wait before a remote deployment is polled: until the work is expected to be done there, then ever longer.
 * @param waitedMs since the work was submitted
 * @param speed null = nothing was seen there yet
 */
export function pauseBeforePoll(kind: PolledKind, waitedMs: number, speed: Speed | null): number {
  const expected = speed ? expectedMs(kind, speed) : 0;
  if (waitedMs === 0) return Math.round(Math.max(LEAST_FIRST_MS, expected, speed?.typicalMs == null ? FIRST_MS[kind] : 0));
  if (waitedMs < expected) return Math.round(Math.max(LEAST_MS, expected - waitedMs));
  return Math.round(Math.min(MOST_MS, Math.max(LEAST_MS, SHARE * waitedMs)));
}

/**
 * How long such work takes, after one more was seen to be done.
 * @param before null = nothing was seen there yet
 * @param waitedMs from the submission to the poll that found it done
 * @param polls that came before and found it not done: without any it may have been done long before
 */
export function learnSpeed(before: Speed | null, waitedMs: number, polls: number): { typicalMs: number; earlyMs: number } {
  const typicalMs = before?.typicalMs ?? null;
  const blend = (known: number, seen: number) => (typicalMs === null ? seen : known + NEWEST_WEIGHT * (seen - known));
  const early = before?.earlyMs ?? 0;
  if (polls > 0) return { typicalMs: blend(typicalMs ?? 0, waitedMs), earlyMs: blend(early, waitedMs / (1 + SHARE)) };
  // what others were found not done at may have been longer work
  const earlyMs = Math.min(waitedMs, early * EARLY_SHARE);
  return { typicalMs: blend(typicalMs ?? 0, (earlyMs + waitedMs) / 2), earlyMs };
}
