import type { ReadingContext } from './reading-context.ts';
import { runChild } from './run-child.ts';

const TIMEOUT_MS = 60_000;
const MAX_OUTPUT_BYTES = 1024;

/**
 * Has a child process load PDFium and the networks of recognition, a second or two, or what drawing needs; until `signal`.
 * Throws `ReadError`.
 */
export async function warmPool(
  { pool, languages, ocrModelDir }: ReadingContext,
  what: 'everything' | 'drawing',
  signal: AbortSignal,
): Promise<void> {
  const limits = { timeoutMs: TIMEOUT_MS, maxOutputBytes: MAX_OUTPUT_BYTES, signal };
  await runChild(pool, { kind: 'warm', languages: what === 'drawing' ? null : languages, ocrModelDir }, limits).catch((error: unknown) => {
    if (!signal.aborted) throw error;
  });
}
