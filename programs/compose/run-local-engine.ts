import { type ExtractionResult, extractionResultSchema } from '#lib/contract/service/extraction.ts';
import type { Schema } from '#lib/contract/service/extraction-schema.ts';
import type { Reading } from '#lib/contract/service/reading.ts';
import type { ExtractionPool } from '#lib/service/engine/extraction-pool.ts';

/** What the local engine would answer, worked out in a child process with the limits of reading. @throws ChildTaskError */
export async function runLocalEngine(
  engine: ExtractionPool,
  schema: Schema,
  reading: Reading,
  signal: AbortSignal,
): Promise<ExtractionResult> {
  const task = { kind: 'extraction' as const, reading, name: '', schema, options: {} };
  return extractionResultSchema.parse(await engine.run(task, signal));
}
