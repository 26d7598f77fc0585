import { type ChildMessage, type FromChild, sizeOfMessage } from './child-messages.ts';
import { type PoolProcess, startPoolProcess } from './pool-process.ts';

/** Why a task has no result. `failed`: its own code threw; the others: it was stopped from outside or its process died. */
export type ChildTaskReason = 'failed' | 'crashed' | 'timed_out' | 'out_of_memory' | 'too_much_output' | 'cancelled';

export class ChildTaskError extends Error {
  override name = 'ChildTaskError';
  readonly reason: ChildTaskReason;

  constructor(reason: ChildTaskReason, message: string) {
    super(message);
    this.reason = reason;
  }
}

export type ChildPoolOptions = {
  /** Path of the program that children run: a module that calls `serveTasks`. */
  entry: string;
  /** Most children that work at a time; one more may start for urgent tasks. */
  size: number;
  /** Resident memory in MiB beyond which a child is killed. */
  memoryMb: number;
  /** A child is replaced after so many tasks, or when it still holds so much memory (MiB) after one. */
  maxTasks?: number;
  recycleMb?: number;
  env?: Record<string, string>;
};

export type TaskOptions = {
  /** Wall-clock milliseconds from the start of work (not from queueing). */
  timeoutMs: number;
  /** Longest time without a message, milliseconds; no limit when absent. */
  idleMs?: number | undefined;
  maxOutputBytes: number;
  signal?: AbortSignal | undefined;
  /** Goes before waiting tasks and may use the extra child. */
  urgent?: boolean;
  onMessage?: ((message: ChildMessage) => void | Promise<void>) | undefined;
  /** Told the highest resident memory seen (MiB) when the task is over. */
  onPeakMemory?: ((mb: number) => void) | undefined;
};

export type ChildPool = {
  /** Runs one task in a child. Throws `ChildTaskError`; only this task is hurt by what its child does. */
  run(task: unknown, options: TaskOptions): Promise<unknown>;
  /** Starts one child ahead of the first task. */
  warm(): Promise<void>;
  /**
   * Has a child do something ahead of the first task, so that this one is not the slowest, and later, while no task waits for
   * it, every child that takes the place of the last one, until that fails once. Gives the result. Throws `ChildTaskError`.
   */
  keepWarm(task: unknown, options: TaskOptions): Promise<unknown>;
  /** Takes no more tasks and waits for those at work and waiting. */
  drain(): Promise<void>;
  /** Kills all children; tasks at work and waiting are cancelled. */
  stop(): Promise<void>;
};

const MEMORY_POLL_MS = 100;
const DEFAULT_MAX_TASKS = 50;

type Waiting = { task: unknown; options: TaskOptions; resolve: (value: unknown) => void; reject: (error: Error) => void };

/** A pool of child processes for hostile work. Children start when first needed. */
export function createChildPool(options: ChildPoolOptions): ChildPool {
  const queue: Waiting[] = [];
  const idle: PoolProcess[] = [];
  const children = new Set<PoolProcess>();
  let running = 0;
  let runningUrgent = 0;
  let closing = false;
  let drained: (() => void)[] = [];
  let nextId = 1;
  let warming: Pick<Waiting, 'task' | 'options'> | null = null;
  const used = new WeakSet<PoolProcess>();
  const warm = new WeakSet<PoolProcess>();

  const start = async (): Promise<PoolProcess> => {
    const child = await startPoolProcess(options);
    children.add(child);
    void child.ended.then(() => {
      children.delete(child);
      const index = idle.indexOf(child);
      if (index >= 0) idle.splice(index, 1);
      // one that ended while it was warming would only do so again
      if (warming && used.has(child) && children.size === 0 && !closing) warmOne(warming).catch(() => undefined);
    });
    await child.ready;
    return child;
  };

  /** A child that nobody waits for, unless the pool was closed meanwhile. */
  const startAhead = async (): Promise<PoolProcess> => {
    const child = await start();
    if (!closing) return child;
    child.kill();
    throw cancelled();
  };

  const warmOne = async (waiting: Pick<Waiting, 'task' | 'options'>): Promise<unknown> => {
    try {
      const child = await startAhead();
      const result = await runTask(child, nextId++, waiting, options.memoryMb);
      warm.add(child);
      idle.push(child);
      return result;
    } catch (error) {
      // the next would fail as well: children start cold from now on
      if (warming === waiting) warming = null;
      throw error;
    }
  };

  /** Tasks that came while a child was warming have started others: there need not be more than can work. */
  const isSurplus = (child: PoolProcess) => idle.length >= options.size && !warm.has(child) && idle.some((other) => warm.has(other));

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
    if (running === 0 && runningUrgent === 0 && queue.length === 0) {
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
      const child = idle.pop() ?? (await start().catch(() => null));
      if (!child) throw new ChildTaskError('crashed', 'A child process could not be started.');
      used.add(child);
      const result = await runTask(child, nextId++, waiting, options.memoryMb);
      child.tasksDone++;
      await release(child);
      waiting.resolve(result);
    } catch (error) {
      waiting.reject(closing && error instanceof ChildTaskError && error.reason === 'crashed' ? cancelled() : (error as Error));
    } finally {
      if (extra) runningUrgent--;
      else running--;
      pump();
    }
  };

  const release = async (child: PoolProcess) => {
    const spent = child.tasksDone >= (options.maxTasks ?? DEFAULT_MAX_TASKS);
    if (closing || spent || isSurplus(child) || (await child.memoryMb()) > (options.recycleMb ?? options.memoryMb * 0.6)) child.kill();
    else idle.push(child);
  };

  return {
    run(task, taskOptions) {
      if (closing) return Promise.reject(cancelled());
      return new Promise((resolve, reject) => {
        const waiting: Waiting = { task, options: taskOptions, resolve, reject };
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
    },
    async warm() {
      if (children.size === 0 && !closing) idle.push(await startAhead());
    },
    async keepWarm(task, taskOptions) {
      if (closing) throw cancelled();
      warming = { task, options: taskOptions };
      return warmOne(warming);
    },
    async drain() {
      closing = true;
      if (running > 0 || runningUrgent > 0 || queue.length > 0) await new Promise<void>((resolve) => drained.push(resolve));
      await killAll(children);
    },
    async stop() {
      closing = true;
      for (const waiting of queue.splice(0)) waiting.reject(cancelled());
      await killAll(children);
    },
  };
}

async function killAll(children: ReadonlySet<PoolProcess>): Promise<void> {
  const all = [...children];
  for (const child of all) child.kill();
  await Promise.all(all.map((child) => child.ended));
}

function cancelled(): ChildTaskError {
  return new ChildTaskError('cancelled', 'The task was cancelled.');
}

/** Runs one task in a child that is free. On any failure but the task's own the child is killed. */
async function runTask(
  child: PoolProcess,
  id: number,
  { task, options }: Pick<Waiting, 'task' | 'options'>,
  memoryMb: number,
): Promise<unknown> {
  let peak = 0;
  let output = 0;
  let heard = performance.now();
  let settle: (outcome: { result: unknown } | ChildTaskError) => void = () => undefined;
  const outcome = new Promise<{ result: unknown } | ChildTaskError>((resolve) => {
    settle = resolve;
  });
  const stop = (reason: ChildTaskReason, message: string) => settle(new ChildTaskError(reason, message));
  let deliveries = Promise.resolve();
  child.listen((message: FromChild) => {
    if (message.type === 'ready' || message.id !== id) return;
    if (message.type === 'done') settle({ result: message.result });
    else if (message.type === 'failed') stop('failed', message.message);
    else if (message.type === 'too_much_output') stop('too_much_output', 'The task gave more output than allowed.');
    else {
      heard = performance.now();
      output += sizeOfMessage(message.message);
      if (output > options.maxOutputBytes) return stop('too_much_output', 'The task gave more output than allowed.');
      deliveries = deliveries.then(() => options.onMessage?.(message.message));
      deliveries.catch((error) => settle(error as ChildTaskError));
    }
  });
  const timer = setTimeout(() => stop('timed_out', 'The task took longer than allowed.'), options.timeoutMs);
  const poll = setInterval(async () => {
    const mb = await child.memoryMb();
    peak = Math.max(peak, mb);
    if (options.idleMs !== undefined && performance.now() - heard > options.idleMs) stop('timed_out', 'The task made no progress.');
    if (mb > memoryMb) stop('out_of_memory', 'The task used more memory than allowed.');
  }, MEMORY_POLL_MS);
  const onAbort = () => settle(cancelled());
  options.signal?.addEventListener('abort', onAbort, { once: true });
  // the child may have taken long to start
  if (options.signal?.aborted) onAbort();
  void child.ended.then((end) => stop(end, end === 'crashed' ? 'The child process ended.' : 'The child process ran out of memory.'));
  try {
    child.post({ type: 'task', id, task, maxOutputBytes: options.maxOutputBytes });
    const settled = await outcome;
    if (!('result' in settled)) throw settled;
    await deliveries;
    peak = Math.max(peak, await child.memoryMb());
    return settled.result;
  } catch (error) {
    child.kill();
    throw error;
  } finally {
    clearTimeout(timer);
    clearInterval(poll);
    options.signal?.removeEventListener('abort', onAbort);
    options.onPeakMemory?.(peak);
  }
}
