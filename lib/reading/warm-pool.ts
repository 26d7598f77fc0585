import type { ReadingContext } from './reading-context.ts';
import { runChild } from './run-child.ts';

/** A busy machine takes ten times as long as an idle one. */
const TIMEOUT_MS = 300_000;
const MAX_OUTPUT_BYTES = 1024;

/**
 * Has a child process read two made-up pages, a few seconds, or load what drawing needs; until `signal`. Every child that takes
 * its place does the same. Throws `ReadError`.
 */
export async function warmPool(
  { pool, languages, ocrModelDir }: ReadingContext,
  what: 'everything' | 'drawing',
  signal: AbortSignal,
): Promise<void> {
  const limits = { timeoutMs: TIMEOUT_MS, maxOutputBytes: MAX_OUTPUT_BYTES, signal };
  const task = { kind: 'warm' as const, languages: what === 'drawing' ? null : languages, ocrModelDir };
  await runChild(pool, task, limits, 'keepWarm').catch((error: unknown) => {
    if (!signal.aborted) throw error;
  });
}
