import { setTimeout as sleep } from 'node:timers/promises';

/** The product answered in a way that must not be. */
export class LedgerError extends Error {}

/** Runs `step` again and again until the signal; a broken connection is what the test is about, so it only ends the round. */
export async function repeatUntil(signal: AbortSignal, pauseMs: number, step: () => Promise<void>): Promise<void> {
  while (!signal.aborted) {
    await step().catch((error) => {
      if (error instanceof LedgerError) throw error;
    });
    await sleep(pauseMs);
  }
}
