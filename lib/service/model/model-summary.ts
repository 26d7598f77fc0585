import { type SummaryResult, summaryResultSchema } from '#lib/contract/service/summary-job.ts';
import type { Log } from '#lib/platform/log.ts';
import type { ExtractionPool } from '../engine/extraction-pool.ts';
import type { ExtractionTask } from '../engine/extraction-task.ts';
import { askSummary } from './ask-summary.ts';
import { modelUse } from './ask-windows.ts';
import { ModelError, type ModelSettings } from './chat.ts';

const OWN_SENTENCES = 'These are sentences of the document itself.';
const NOTHING_LEFT = `The language model’s summary was left out, because nothing in the document backs it. ${OWN_SENTENCES}`;
const PARTIAL = 'The language model was asked about the first part of the document only.';

/**
 * Asks the second engine for a summary in its own words and keeps of it what the document backs. When nothing is left, or the model
 * has no usable answer, the local summary stands and `note` says why: a summary never fails because a model did.
 */
export async function modelSummary(
  settings: ModelSettings,
  task: ExtractionTask,
  result: Record<string, unknown>,
  context: { pool: Pick<ExtractionPool, 'run'>; signal: AbortSignal; log: Log },
): Promise<Record<string, unknown>> {
  const local = summaryResultSchema.parse(result);
  if (!task.reading.pages.some(({ words }) => words.length > 0)) return local;
  const started = performance.now();
  const maxSentences = (task.options.max_sentences as number | null | undefined) ?? null;
  try {
    const { sentences, lastPage, use } = await askSummary(settings, { pages: task.reading.pages, maxSentences }, context.signal);
    const grounded = (await context.pool.run({ ...task, quoted: sentences }, context.signal)) as Pick<SummaryResult, 'sentences'> & {
      dropped: number;
    };
    if (grounded.sentences.length === 0) return { ...local, note: local.sentences.length > 0 ? NOTHING_LEFT : local.note, model_use: use };
    const notes = [grounded.dropped > 0 && leftOut(grounded.dropped), lastPage !== null && PARTIAL].filter(Boolean);
    return {
      ...local,
      text: grounded.sentences.map(({ text }) => text).join(' '),
      sentences: grounded.sentences,
      note: notes.join(' ') || null,
      engine: settings.model,
      model_use: use,
    };
  } catch (error) {
    if (context.signal.aborted || !(error instanceof ModelError)) throw error;
    context.log.warn('the language model gave no usable summary', { fault: error.fault });
    const note = local.sentences.length > 0 ? `${error.message} ${OWN_SENTENCES}` : local.note;
    return { ...local, note, model_use: { ...modelUse(settings, error.spent, performance.now() - started), error: error.message } };
  }
}

function leftOut(count: number): string {
  return count === 1
    ? 'One sentence of the language model was left out, because nothing in the document backs it.'
    : `${count} sentences of the language model were left out, because nothing in the document backs them.`;
}
