import type { DocumentClass } from '#lib/contract/service/classification-job.ts';
import type { Reading } from '#lib/contract/service/reading.ts';
import { type SplittingResult, splittingResultSchema } from '#lib/contract/service/splitting-job.ts';
import type { ExtractionPool } from '#lib/service/engine/extraction-pool.ts';

/** Where documents begin in a file, and of which class each is, worked out in a child process with the limits of reading. @throws ChildTaskError */
export async function splitHere(
  engine: ExtractionPool,
  reading: Reading,
  { classes, signal }: { classes: readonly DocumentClass[]; signal: AbortSignal },
): Promise<SplittingResult> {
  const task = { kind: 'splitting' as const, reading, name: '', schema: null, options: { classes } };
  return splittingResultSchema.parse(await engine.run(task, signal));
}
