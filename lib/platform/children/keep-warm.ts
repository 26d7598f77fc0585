import { setTimeout as sleep } from 'node:timers/promises';
import type { PoolProcess } from './pool-process.ts';
import type { ChildTask } from './run-child-task.ts';

/** A child takes the place of another when nothing has been at work for so long, or after the longest wait at any rate. */
const REST_MS = 3_000;
const LONGEST_WAIT_MS = 120_000;
const LOOK_MS = 100;

export type Warmer = {
  /**
   * Makes a child that has done the tasks; one at a time. `gently`: not while other work goes on, since it would be slower.
   * Gives their results. Throws what starting it or a task of it throws.
   */
  make(options?: { gently?: boolean }): Promise<unknown[]>;
  /** A child that is being made, for one task that has no other: as soon as its task at hand is over. Null when none is to be had. */
  lend(): Promise<PoolProcess | null> | null;
  /** Gives a lent child back, which then does the rest of its tasks; it may have ended. */
  giveBack(child: PoolProcess): void;
};

export type WarmerOptions = {
  tasks: readonly ChildTask[];
  start: () => Promise<PoolProcess>;
  run: (child: PoolProcess, task: ChildTask) => Promise<unknown>;
  /** Takes a child that has done all. */
  take: (child: PoolProcess) => void;
  /** When something was last at work in the pool, `performance.now()`. */
  lastBusy: () => number;
};

/** Prepares children of a pool for their work. Tasks that wait go before what is left of the preparation. */
export function createWarmer({ tasks, start, run, take, lastBusy }: WarmerOptions): Warmer {
  let making: Promise<unknown[]> | null = null;
  let borrowers: ((child: PoolProcess | null) => void)[] = [];
  const lent = new Map<PoolProcess, () => void>();

  /** Ends early for a task that waits for the child: while it waits it counts as work, so there would be no rest. */
  const rest = async () => {
    const began = performance.now();
    while (borrowers.length === 0 && performance.now() - lastBusy() < REST_MS && performance.now() - began < LONGEST_WAIT_MS)
      await sleep(LOOK_MS, undefined, { ref: false });
  };

  const serve = async (child: PoolProcess) => {
    while (borrowers.length > 0 && !child.hasEnded()) {
      const back = new Promise<void>((resolve) => lent.set(child, resolve));
      borrowers.shift()!(child);
      await back;
      lent.delete(child);
    }
  };

  /** Null when the child ended in the hands of a borrower. */
  const prepare = async (gently: boolean): Promise<unknown[] | null> => {
    if (gently) await rest();
    const child = await start();
    const results: unknown[] = [];
    for (const task of tasks) {
      do {
        await serve(child);
        if (gently) await rest();
      } while (borrowers.length > 0 && !child.hasEnded());
      if (child.hasEnded()) return null;
      results.push(await run(child, task));
    }
    take(child);
    return results;
  };

  const makeOne = async (gently: boolean) => {
    try {
      for (;;) {
        const results = await prepare(gently);
        if (results) return results;
      }
    } finally {
      making = null;
      for (const give of borrowers) give(null);
      borrowers = [];
    }
  };

  return {
    make: ({ gently = false } = {}) => (making ??= makeOne(gently)),
    lend: () => (making && borrowers.length === 0 && lent.size === 0 ? new Promise((resolve) => borrowers.push(resolve)) : null),
    giveBack: (child) => lent.get(child)?.(),
  };
}
