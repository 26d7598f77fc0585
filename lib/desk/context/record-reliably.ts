import { setTimeout as sleep } from 'node:timers/promises';
import { findOutage } from '#lib/platform/outage-error.ts';

const PAUSE_MS = 1_000;
const LONGEST_MS = 60 * 60_000;

/**
 * Writes down what a deployment has answered, as often as it takes until the database is there again: an answer that is lost
 * could not be asked for a second time.
 * @throws what `record` throws when that is no outage, or when the program stops
 */
export async function recordReliably<T>(record: () => Promise<T>, signal?: AbortSignal): Promise<T> {
  for (const end = performance.now() + LONGEST_MS; ; ) {
    try {
      return await record();
    } catch (error) {
      if (!findOutage(error) || signal?.aborted || performance.now() > end) throw error;
      await sleep(PAUSE_MS, undefined, { ref: false });
    }
  }
}
