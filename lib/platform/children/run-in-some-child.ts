import type { PooledChildren, TakenChild } from './pooled-children.ts';
import { type ChildTask, ChildTaskError, cancelled, runChildTask } from './run-child-task.ts';

/** Runs a task in a child of the pool; once more, in a fresh one, where the first was stopped for another reason than the task. Throws `ChildTaskError`. */
export async function runInSomeChild(
  children: PooledChildren,
  task: ChildTask,
  { memoryMb, isClosing }: { memoryMb: number; isClosing: () => boolean },
): Promise<unknown> {
  const child = await children.take();
  if (task.options.signal?.aborted) {
    await child.release(true);
    throw cancelled();
  }
  try {
    return await runIn(child, task, memoryMb);
  } catch (error) {
    if (isClosing() || !canBeginAnew(error, task, child.hasWorked)) throw error;
    await task.options.onRestart?.();
    return runIn(await children.takeFresh(), task, memoryMb);
  }
}

async function runIn(child: TakenChild, task: ChildTask, memoryMb: number): Promise<unknown> {
  try {
    const result = await runChildTask(child.process, task, memoryMb);
    await child.release(true);
    return result;
  } catch (error) {
    await child.release(false);
    throw error;
  }
}

/** Whether it was not the task, or perhaps what earlier ones left in the child that took the memory, and nothing told is told twice. */
function canBeginAnew(error: unknown, { options: { signal, onMessage, onRestart } }: ChildTask, hasWorked: boolean): boolean {
  const reason = error instanceof ChildTaskError ? error.reason : null;
  const isOthers = reason === 'interrupted' || (reason === 'out_of_memory' && hasWorked);
  return isOthers && !signal?.aborted && (onMessage === undefined || onRestart !== undefined);
}
