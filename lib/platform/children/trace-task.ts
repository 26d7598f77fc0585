import path from 'node:path';
import { withSpan } from '../tracing/tracer.ts';
import type { TaskOptions } from './run-child-task.ts';

/**
 * Has a child do a task as a span, seen from here: children have no network. It begins when the task is handed in, and tells for how long
 * it waited for a child.
 * @param run gets the options of the task, and what to call when a child begins with it
 */
export function traceTask<T>(
  entry: string,
  options: TaskOptions,
  run: (options: TaskOptions, onStart: () => void) => Promise<T>,
): Promise<T> {
  const kind = path.basename(entry).replace(/\.\w+$/, '');
  return withSpan(`run ${kind}`, { kind: 'internal', attributes: { 'countersign.child.kind': kind } }, (span) => {
    if (span === null) return run(options, () => undefined);
    const beganAt = performance.now();
    const onPeakMemory = (mb: number) => {
      span.set({ 'countersign.child.peak_memory_mb': Math.round(mb) });
      options.onPeakMemory?.(mb);
    };
    return run({ ...options, onPeakMemory }, () => span.set({ 'countersign.child.waited_ms': Math.round(performance.now() - beganAt) }));
  });
}
