import { type ClassificationResult, classificationResultSchema, type DocumentClass } from '#lib/contract/service/classification-job.ts';
import type { Reading } from '#lib/contract/service/reading.ts';
import type { ExtractionPool } from '#lib/service/engine/extraction-pool.ts';

/** Which of the classes a document belongs to, worked out in a child process with the limits of reading. @throws ChildTaskError */
export async function classifyHere(
  engine: ExtractionPool,
  reading: Reading,
  { classes, name, signal }: { classes: readonly DocumentClass[]; name: string; signal: AbortSignal },
): Promise<ClassificationResult> {
  const task = { kind: 'classification' as const, reading, name, schema: null, options: { classes } };
  return classificationResultSchema.parse(await engine.run(task, signal));
}
