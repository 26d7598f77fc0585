import { createConcurrencyLimit } from '#lib/platform/concurrency-limit.ts';
import type { SettledNotices } from '#lib/platform/queue/settled-notices.ts';

/** Requests in flight at a time to one deployment. */
const REQUESTS = 8;

export type PollSettings = {
  /** Called round every step of a job: limits how many requests to a deployment run at a time. */
  limitConcurrency: (deploymentId: string) => <T>(work: () => Promise<T>) => Promise<T>;
  /** Stay with the job for so long instead of going back to the queue (which costs statements); asked before each wait. */
  stayMs: () => number;
  /** A document of which nothing new was heard, or about which nobody answered, for so long fails, and can be tried again. */
  giveUpMs: number;
  /** The same for the embedded service, which settles every document it has by itself, however long the queue before it. */
  giveUpNearMs: number;
  /** What was made a moment ago may be unknown to its deployment for so long: not every one reads what it has just written. */
  unknownMs: number;
  /** By how much the waits before polls of remote deployments are shorter or longer; tests do not wait as long. */
  pauseScale: number;
  /** What the embedded service tells of work that is done: while that is heard it is asked less often. Null = it is not heard. */
  settled: SettledNotices | null;
};

/** How jobs at deployments are polled in one program: make it once, so that the limit of each deployment holds for all its jobs. */
export function createPollSettings(changes: Partial<PollSettings> = {}): PollSettings {
  const limits = new Map<string, ReturnType<typeof createConcurrencyLimit>>();
  return {
    limitConcurrency: (deploymentId) => {
      const limit = limits.get(deploymentId) ?? createConcurrencyLimit(REQUESTS);
      limits.set(deploymentId, limit);
      return limit;
    },
    stayMs: () => 0,
    giveUpMs: 30 * 60_000,
    giveUpNearMs: 24 * 60 * 60_000,
    unknownMs: 120_000,
    pauseScale: 1,
    settled: null,
    ...changes,
  };
}
