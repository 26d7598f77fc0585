import { extractionResultSchema } from '#lib/contract/service/extraction.ts';
import type { Schema } from '#lib/contract/service/extraction-schema.ts';
import type { Log } from '#lib/platform/log.ts';
import type { ExtractionPool } from '../engine/extraction-pool.ts';
import type { ExtractionTask } from '../engine/extraction-task.ts';
import { askModel } from './ask-model.ts';
import { modelUse } from './ask-windows.ts';
import { ModelError, type ModelSettings } from './chat.ts';

/**
 * Asks the second engine about a document and combines its answer with the local result. When the model has no usable
 * answer, the local result stands and `model_use.error` says why: a document never fails because a model did.
 */
export async function secondOpinion(
  settings: ModelSettings,
  task: ExtractionTask & { schema: Schema },
  result: Record<string, unknown>,
  context: { pool: Pick<ExtractionPool, 'run'>; signal: AbortSignal; log: Log },
): Promise<Record<string, unknown>> {
  const local = extractionResultSchema.parse(result);
  const started = performance.now();
  try {
    const { answer, lastPage, use } = await askModel(settings, { schema: task.schema, pages: task.reading.pages }, context.signal);
    const combined = await context.pool.run({ ...task, second: { local, answer, engine: settings.model, lastPage } }, context.signal);
    return { ...combined, model_use: use };
  } catch (error) {
    if (context.signal.aborted || !(error instanceof ModelError)) throw error;
    context.log.warn('the language model gave no usable answer', { fault: error.fault });
    return { ...local, model_use: { ...modelUse(settings, error.spent, performance.now() - started), error: error.message } };
  }
}
