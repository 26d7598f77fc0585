/** The interface says that a document is indexed in 10 to 30 s; jobs are quicker. */
const FIRST_MS = { document: 10_000, job: 3_000 } as const;
const LEAST_FIRST_MS = 1_000;
const MOST_FIRST_MS = 300_000;
const LEAST_MS = 1_000;
const MOST_MS = 60_000;
const SHARE = 0.15;
/** How much of what was seen last goes into what is typical. */
const NEWEST_WEIGHT = 0.3;

export type PolledKind = keyof typeof FIRST_MS;

/**
 * Milliseconds to wait before a deployment of others is polled.
 * @param seen.waitedMs since the work was submitted
 * @param seen.typicalMs how long such work takes there; null = not seen yet
 */
export function pauseBeforePoll(kind: PolledKind, { waitedMs, typicalMs }: { waitedMs: number; typicalMs: number | null }): number {
  if (waitedMs > 0) return Math.round(Math.min(MOST_MS, Math.max(LEAST_MS, SHARE * waitedMs)));
  return typicalMs === null ? FIRST_MS[kind] : Math.round(Math.min(MOST_FIRST_MS, Math.max(LEAST_FIRST_MS, typicalMs)));
}

/**
 * How long such work takes, after one more was seen to be done.
 * @param waitedMs from the submission to the poll that found it done
 * @param polls that came before and found it not done: without any it may have been done long before
 */
export function learnTypical(typicalMs: number | null, waitedMs: number, polls: number): number {
  const sample = polls === 0 ? waitedMs / 2 : waitedMs / (1 + SHARE / 2);
  return typicalMs === null ? sample : typicalMs + NEWEST_WEIGHT * (sample - typicalMs);
}
