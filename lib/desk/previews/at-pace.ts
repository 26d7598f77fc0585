import { setTimeout as sleep } from 'node:timers/promises';
import { HeldError } from '#lib/deployment/pace.ts';

/**
 * Makes a request whenever its deployment takes it, however often it is held; `signal` ends that.
 * @param mostHeldMs what is held for longer is not waited for
 * @throws HeldError then; whatever `request` throws else
 */
export async function atPace<T>(signal: AbortSignal, request: () => Promise<T>, mostHeldMs = Number.POSITIVE_INFINITY): Promise<T> {
  for (;;) {
    try {
      return await request();
    } catch (error) {
      if (!(error instanceof HeldError) || error.waitMs > mostHeldMs) throw error;
      await sleep(error.waitMs, undefined, { signal });
    }
  }
}
