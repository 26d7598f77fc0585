import type { ChildMessage } from '#lib/platform/children/child-messages.ts';
import type { ChildPool } from '#lib/platform/children/child-pool.ts';
import { ChildTaskError, type TaskOptions } from '#lib/platform/children/run-child-task.ts';
import type { ChildTask, TaskResult } from '../model/child-task.ts';
import { ReadError, ReadingStoppedError } from '../model/read-error.ts';

export type RunOptions = Omit<TaskOptions, 'onMessage'> & { onMessage?: (message: ChildMessage) => void | Promise<void> };

/** Runs a task of the reader in a child. Throws `ReadError`, `ReadingStoppedError`, or the signal's reason when it was aborted. */
export async function runChild(pool: ChildPool, task: ChildTask, options: RunOptions): Promise<void> {
  let result: TaskResult;
  try {
    result = (await pool.run(task, options)) as TaskResult;
  } catch (error) {
    options.signal?.throwIfAborted();
    throw toReadError(error);
  }
  if (!result.ok) throw new ReadError(result.code, result.message);
}

/** What tells a person about a task without a result; other errors as they are. */
export function toReadError(error: unknown): unknown {
  if (!(error instanceof ChildTaskError)) return error;
  const options = { cause: error };
  switch (error.reason) {
    case 'timed_out':
      return new ReadError(
        'reading_timed_out',
        'Reading this file took longer than allowed and was stopped. Split it or save it again.',
        options,
      );
    case 'out_of_memory':
      return new ReadError(
        'too_large_to_read',
        'Reading this file needed more memory than allowed and was stopped. Split it or save it again.',
        options,
      );
    case 'too_much_output':
      return new ReadError('too_large_to_read', 'This file holds more text than can be taken in. Split it and try again.', options);
    case 'interrupted':
    case 'cancelled':
      return new ReadingStoppedError(options);
    default:
      return new ReadError('reading_crashed', 'Reading this file failed: it may be damaged. Save it again and try again.', options);
  }
}
