import { type ChildMessage, type FromChild, sizeOfMessage } from './child-messages.ts';
import type { PoolProcess } from './pool-process.ts';

/**
 * Why a task has no result. `failed`: its own code threw; `interrupted`: somebody told its process to end, as at the stop of a
 * program; the others: it was stopped from outside or its process died.
 */
export type ChildTaskReason = 'failed' | 'crashed' | 'timed_out' | 'out_of_memory' | 'too_much_output' | 'interrupted' | 'cancelled';

export class ChildTaskError extends Error {
  override name = 'ChildTaskError';
  readonly reason: ChildTaskReason;

  constructor(reason: ChildTaskReason, message: string) {
    super(message);
    this.reason = reason;
  }
}

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
  /**
   * Told before the task begins anew in a fresh child, because the one it was in was interrupted, or ran out of memory that earlier
   * tasks had part of: what its messages brought does not count. A task whose messages are taken is not begun anew without this.
   */
  onRestart?: (() => void | Promise<void>) | undefined;
  /** Told the highest resident memory seen (MiB) when the task is over. */
  onPeakMemory?: ((mb: number) => void) | undefined;
};

export type ChildTask = { task: unknown; options: TaskOptions };

const MEMORY_POLL_MS = 100;
/** Tells the answers of tasks apart that one child does. */
let nextId = 1;

export function cancelled(): ChildTaskError {
  return new ChildTaskError('cancelled', 'The task was cancelled.');
}

/** Runs one task in a child that is free. On any failure the child is killed. Throws `ChildTaskError`. */
export async function runChildTask(child: PoolProcess, { task, options }: ChildTask, memoryMb: number): Promise<unknown> {
  const id = nextId++;
  let peak = 0;
  let output = 0;
  let heard = performance.now();
  let settle: (outcome: { result: unknown } | ChildTaskError) => void = () => undefined;
  const outcome = new Promise<{ result: unknown } | ChildTaskError>((resolve) => {
    settle = resolve;
  });
  const stop = (reason: ChildTaskReason, message: string) => settle(new ChildTaskError(reason, message));
  let deliveries = Promise.resolve();
  let isOver = false;
  child.listen((message: FromChild) => {
    if (isOver || message.type === 'ready' || message.id !== id) return;
    if (message.type === 'done') settle({ result: message.result });
    else if (message.type === 'failed') stop('failed', message.message);
    else if (message.type === 'too_much_output') stop('too_much_output', 'The task gave more output than allowed.');
    else {
      heard = performance.now();
      output += sizeOfMessage(message.message);
      if (output > options.maxOutputBytes) return stop('too_much_output', 'The task gave more output than allowed.');
      deliveries = deliveries.then(() => (isOver ? undefined : options.onMessage?.(message.message)));
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
  void child.ended.then((end) => stop(end, end === 'out_of_memory' ? 'The child process ran out of memory.' : 'The child process ended.'));
  try {
    child.post({ type: 'task', id, task, maxOutputBytes: options.maxOutputBytes });
    const settled = await outcome;
    if (!('result' in settled)) throw settled;
    await deliveries;
    peak = Math.max(peak, await child.memoryMb());
    return settled.result;
  } catch (error) {
    // what is on its way belongs to nothing any more, and what is being taken must not meet what comes next
    isOver = true;
    child.kill(error instanceof ChildTaskError ? error.reason : 'failed');
    await deliveries.catch(() => undefined);
    throw error;
  } finally {
    clearTimeout(timer);
    clearInterval(poll);
    options.signal?.removeEventListener('abort', onAbort);
    options.onPeakMemory?.(peak);
  }
}
