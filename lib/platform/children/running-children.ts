import { type PoolProcess, type PoolProcessOptions, startPoolProcess } from './pool-process.ts';
import { cancelled } from './run-child-task.ts';

/** The processes of a pool that run, whatever they do. */
export type RunningChildren = {
  count(): number;
  /** A child that a task waits for. Throws `ChildTaskError`. */
  start(): Promise<PoolProcess>;
  /** A child that nobody waits for, unless the pool was closed meanwhile. Throws `ChildTaskError`. */
  startAhead(): Promise<PoolProcess>;
  /** No child is started ahead any more. */
  close(): void;
  isClosed(): boolean;
  /** Kills all; no child is started any more. */
  killAll(): Promise<void>;
};

/** @param onEnd called after a child ended, when it is counted no more */
export function createRunningChildren(options: PoolProcessOptions, onEnd: (child: PoolProcess) => void): RunningChildren {
  const children = new Set<PoolProcess>();
  let isClosed = false;
  let isKilled = false;

  const start = async (): Promise<PoolProcess> => {
    if (isKilled) throw cancelled();
    const child = await startPoolProcess(options);
    if (isKilled) {
      child.kill();
      throw cancelled();
    }
    children.add(child);
    void child.ended.then(() => {
      children.delete(child);
      onEnd(child);
    });
    await child.ready;
    return child;
  };

  return {
    count: () => children.size,
    start,
    async startAhead() {
      if (isClosed) throw cancelled();
      const child = await start();
      if (!isClosed) return child;
      child.kill();
      throw cancelled();
    },
    close() {
      isClosed = true;
    },
    isClosed: () => isClosed,
    async killAll() {
      isKilled = true;
      const all = [...children];
      for (const child of all) child.kill();
      // Children keep no program running: one that has nothing else to do would end here, before its promise is kept.
      const waiting = setInterval(() => undefined, 60_000);
      await Promise.all(all.map((child) => child.ended));
      clearInterval(waiting);
    },
  };
}
