import { createPooledChildren, type PooledChildrenOptions } from './pooled-children.ts';
import { type ChildTask, ChildTaskError, cancelled, type TaskOptions } from './run-child-task.ts';
import { runInSomeChild } from './run-in-some-child.ts';
import { traceTask } from './trace-task.ts';

/**
 * `entry`: path of the program that children run, a module that calls `serveTasks`. `size`: most children that work at a time; one
 * more may start for urgent tasks. `memoryMb`: resident memory in MiB beyond which a child is killed.
 */
export type ChildPoolOptions = PooledChildrenOptions;

export type ChildPool = {
  /** Runs one task in a child. Throws `ChildTaskError`; only this task is hurt by what its child does. */
  run(task: unknown, options: TaskOptions): Promise<unknown>;
  /** Starts one child ahead of the first task. */
  warm(): Promise<void>;
  /**
   * Has a child do some tasks ahead of the first real one, so that this is not the slowest; later every child that takes the
   * place of another, until that fails once. What comes meanwhile and finds no other child goes before what is left of them.
   * Gives the results. Throws `ChildTaskError`.
   */
  keepWarm(tasks: readonly unknown[], options: TaskOptions): Promise<unknown[]>;
  /** Takes no more tasks and waits for those at work and waiting. */
  drain(): Promise<void>;
  /** Kills all children; tasks at work and waiting are cancelled. */
  stop(): Promise<void>;
};

type Waiting = ChildTask & { onStart: () => void; resolve: (value: unknown) => void; reject: (error: Error) => void };

/** A pool of child processes for hostile work. Children start when first needed. */
export function createChildPool(options: ChildPoolOptions): ChildPool {
  const queue: Waiting[] = [];
  let running = 0;
  let runningUrgent = 0;
  let closing = false;
  let drained: (() => void)[] = [];
  let lastEnd = performance.now();
  const isAtWork = () => running + runningUrgent > 0;
  const children = createPooledChildren(options, () => (isAtWork() ? performance.now() : lastEnd));

  const canStart = (waiting: Waiting) => running < options.size || (waiting.options.urgent === true && runningUrgent === 0);

  const pump = () => {
    for (let index = 0; index < queue.length; ) {
      const waiting = queue[index]!;
      if (!canStart(waiting)) {
        index++;
        continue;
      }
      queue.splice(index, 1);
      void work(waiting);
    }
    if (!isAtWork() && queue.length === 0) {
      for (const resolve of drained) resolve();
      drained = [];
    }
  };

  const work = async (waiting: Waiting) => {
    const extra = running >= options.size;
    if (extra) runningUrgent++;
    else running++;
    try {
      if (waiting.options.signal?.aborted) throw cancelled();
      waiting.onStart();
      waiting.resolve(await runInSomeChild(children, waiting, { memoryMb: options.memoryMb, isClosing: () => closing }));
    } catch (error) {
      waiting.reject(closing && error instanceof ChildTaskError && hasEnded(error) ? cancelled() : (error as Error));
    } finally {
      if (extra) runningUrgent--;
      else running--;
      lastEnd = performance.now();
      pump();
    }
  };

  const enqueue = (task: unknown, taskOptions: TaskOptions, onStart: () => void) =>
    new Promise((resolve, reject) => {
      const waiting: Waiting = { task, options: taskOptions, onStart, resolve, reject };
      if (taskOptions.urgent) queue.unshift(waiting);
      else queue.push(waiting);
      taskOptions.signal?.addEventListener(
        'abort',
        () => {
          const index = queue.indexOf(waiting);
          if (index >= 0) queue.splice(index, 1);
          if (index >= 0) reject(cancelled());
        },
        { once: true },
      );
      pump();
    });

  return {
    async run(task, taskOptions) {
      if (closing) throw cancelled();
      return traceTask(options.entry, taskOptions, (traced, onStart) => enqueue(task, traced, onStart));
    },
    warm: () => children.startOne(),
    async keepWarm(tasks, taskOptions) {
      if (closing) throw cancelled();
      return children.keepWarm(tasks.map((task) => ({ task, options: taskOptions })));
    },
    async drain() {
      closing = true;
      children.close();
      if (isAtWork() || queue.length > 0) await new Promise<void>((resolve) => drained.push(resolve));
      await children.killAll();
    },
    async stop() {
      closing = true;
      children.close();
      for (const waiting of queue.splice(0)) waiting.reject(cancelled());
      await children.killAll();
    },
  };
}

function hasEnded({ reason }: ChildTaskError): boolean {
  return reason === 'crashed' || reason === 'interrupted';
}
