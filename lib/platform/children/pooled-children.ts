import { createWarmer, type Warmer } from './keep-warm.ts';
import type { PoolProcess, PoolProcessOptions } from './pool-process.ts';
import { type ChildTask, ChildTaskError, runChildTask } from './run-child-task.ts';
import { createRunningChildren } from './running-children.ts';

export type PooledChildrenOptions = PoolProcessOptions & {
  /** Most children that are kept. */
  size: number;
  /**
   * A child is replaced after so many tasks, or when it still holds so much memory (MiB) after one: where children are kept warm,
   * once another is ready, else at once.
   */
  maxTasks?: number;
  recycleMb?: number;
};

/** A child in the hands of one task. */
export type TakenChild = {
  process: PoolProcess;
  /** It did something before, and may hold memory because of it. */
  hasWorked: boolean;
  /** The task is over; `isDone`: with a result, else the child was killed. */
  release(isDone: boolean): Promise<void>;
};

/** The processes of a pool. */
export type PooledChildren = {
  /** One that is free, else one that is being warmed, else a new one. Throws `ChildTaskError`. */
  take(): Promise<TakenChild>;
  /** A new one. Throws `ChildTaskError`. */
  takeFresh(): Promise<TakenChild>;
  /** Starts one ahead of the first task. */
  startOne(): Promise<void>;
  /** Has every child that takes the place of another do these tasks, from the first on, whose results it gives. Throws `ChildTaskError`. */
  keepWarm(tasks: readonly ChildTask[]): Promise<unknown[]>;
  /** No child is started ahead or kept any more. */
  close(): void;
  killAll(): Promise<void>;
};

const DEFAULT_MAX_TASKS = 50;
const DEFAULT_RECYCLED_SHARE = 0.6;

/** @param lastBusy when a task was last at work, `performance.now()` */
export function createPooledChildren(options: PooledChildrenOptions, lastBusy: () => number): PooledChildren {
  const { size, memoryMb, maxTasks = DEFAULT_MAX_TASKS, recycleMb = memoryMb * DEFAULT_RECYCLED_SHARE } = options;
  const idle: PoolProcess[] = [];
  const used = new WeakSet<PoolProcess>();
  const warm = new WeakSet<PoolProcess>();
  const replaced = new WeakSet<PoolProcess>();
  let warmer: Warmer | null = null;
  let isReplacing = false;
  const running = createRunningChildren(options, (child) => {
    removeIdle(child);
    // one that ended while it was warming would only do so again
    if (used.has(child) && running.count() === 0) makeWarm().catch(() => undefined);
  });

  const removeIdle = (child: PoolProcess) => {
    const index = idle.indexOf(child);
    if (index >= 0) idle.splice(index, 1);
    return index >= 0;
  };

  const makeWarm = async (gently = false): Promise<unknown[]> => {
    const making = warmer;
    if (!making || running.isClosed()) return [];
    try {
      return await making.make({ gently });
    } catch (error) {
      // the next would fail as well: children start cold from now on
      if (warmer === making) warmer = null;
      throw error;
    }
  };

  const replace = async (child: PoolProcess) => {
    if (isReplacing) return;
    isReplacing = true;
    try {
      await makeWarm(true);
      replaced.add(child);
      if (removeIdle(child)) child.kill();
    } catch {
      // it goes after its next task
    } finally {
      isReplacing = false;
    }
  };

  /** Tasks that came while a child was warming have started others: there need not be more than can work. */
  const isSurplus = (child: PoolProcess) => idle.length >= size && !warm.has(child) && idle.some((other) => warm.has(other));

  const putBack = async (child: PoolProcess, isDone: boolean) => {
    if (!isDone) return;
    const isSpent = child.tasksDone >= maxTasks || (await child.memoryMb()) > recycleMb;
    if (running.isClosed() || replaced.has(child) || isSurplus(child) || (isSpent && !warmer)) child.kill();
    else {
      idle.push(child);
      if (isSpent) void replace(child);
    }
  };

  const handOut = (child: PoolProcess): TakenChild => {
    used.add(child);
    return toTaken(child, child.tasksDone > 0 || warm.has(child), (isDone) => putBack(child, isDone));
  };

  const takeFresh = async () => {
    const child = await running.start().catch(() => null);
    if (!child) throw new ChildTaskError('crashed', 'A child process could not be started.');
    return handOut(child);
  };

  return {
    async take() {
      const ready = idle.pop();
      const lender = warmer;
      const lent = ready ? null : await lender?.lend();
      if (lent) {
        used.add(lent);
        return toTaken(lent, true, () => lender?.giveBack(lent));
      }
      const child = ready ?? idle.pop();
      return child ? handOut(child) : takeFresh();
    },
    takeFresh,
    async startOne() {
      if (running.count() === 0 && !running.isClosed()) idle.push(await running.startAhead());
    },
    keepWarm(tasks) {
      const take = (child: PoolProcess) => {
        warm.add(child);
        idle.push(child);
      };
      const run = (child: PoolProcess, task: ChildTask) => runChildTask(child, task, memoryMb);
      warmer = createWarmer({ tasks, start: running.startAhead, run, take, lastBusy });
      return makeWarm();
    },
    close: running.close,
    killAll: running.killAll,
  };
}

function toTaken(process: PoolProcess, hasWorked: boolean, back: (isDone: boolean) => void | Promise<void>): TakenChild {
  return {
    process,
    hasWorked,
    async release(isDone) {
      if (isDone) process.tasksDone++;
      await back(isDone);
    },
  };
}
