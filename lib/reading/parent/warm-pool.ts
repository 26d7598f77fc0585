import type { TaskResult, WarmStep, WarmTask } from '../model/child-task.ts';
import { ReadError } from '../model/read-error.ts';
import type { ReadingContext } from './reading-context.ts';
import { toReadError } from './run-child.ts';

/** A busy machine takes ten times as long as an idle one. */
const TIMEOUT_MS = 300_000;
const MAX_OUTPUT_BYTES = 1024;
/** In the order in which the first file may come to need them; a file that comes meanwhile goes before the next. */
const STEPS = {
  // two scans of few lines instead of one of many: nobody waits long for a step
  everything: ['digital', 'networks', 'scan', 'scan', 'second_reader'],
  drawing: ['drawing'],
} satisfies Record<string, WarmStep[]>;

/**
 * Has a child process read made-up pages, a few seconds, or load what drawing needs; until `signal`. Every child that takes
 * its place does the same. Throws `ReadError`.
 */
export async function warmPool(
  { pool, languages, ocrModelDir }: ReadingContext,
  what: 'everything' | 'drawing',
  signal: AbortSignal,
): Promise<void> {
  const tasks = STEPS[what].map((step): WarmTask => ({ kind: 'warm', step, languages, ocrModelDir }));
  const results = await pool
    .keepWarm(tasks, { timeoutMs: TIMEOUT_MS, maxOutputBytes: MAX_OUTPUT_BYTES, signal })
    .catch((error: unknown) => {
      if (!signal.aborted) throw toReadError(error);
      return [];
    });
  for (const result of results as TaskResult[]) if (!result.ok) throw new ReadError(result.code, result.message);
}
