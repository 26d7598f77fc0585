import path from 'node:path';
import { METRICS } from '../metrics/metrics.ts';
import { type PoolProcess, type PoolProcessOptions, type ProcessEnd, startPoolProcess } from './pool-process.ts';
import { cancelled } from './run-child-task.ts';

/** Why children are gone that were not told to go; a first one counts as an increase only where there was a 0 before. */
const REASONS = ['crashed', 'out_of_memory', 'timed_out', 'too_much_output'];

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
  const kind = path.basename(options.entry).replace(/\.\w+$/, '');
  METRICS.children.inc({ kind }, 0);
  for (const reason of REASONS) METRICS.childEnds.inc({ kind, reason }, 0);
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
    METRICS.children.inc({ kind });
    METRICS.childStarts.inc({ kind });
    void child.ended.then((end) => {
      METRICS.children.dec({ kind });
      METRICS.childEnds.inc({ kind, reason: reasonOf(child, end) });
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

/** Where a task was stopped because its child ended, the child's own end is the reason. */
function reasonOf(child: PoolProcess, end: ProcessEnd): string {
  const reason = child.killReason();
  return reason === null || reason === 'crashed' ? end : reason;
}
