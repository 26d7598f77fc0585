import { and, eq, sql } from 'drizzle-orm';
import { toStorable } from '#lib/contract/json/storable-json.ts';
import type { Failure } from '#lib/contract/problems/problem.ts';
import { ProblemError } from '#lib/contract/problems/problem-error.ts';
import type { Sketched } from '#lib/extraction/memory/find-alike.ts';
import { LESSON_VERSION } from '#lib/extraction/memory/lesson.ts';
import { MOST_DEATHS, type QueueJob } from '#lib/platform/queue/queue-job.ts';
import { findOpenSpan } from '#lib/platform/trace-context.ts';
import { ReadError } from '#lib/reading/model/read-error.ts';
import type { ServiceContext } from '../context/service-context.ts';
import { documents, type ExampleRow, examples } from '../context/tables.ts';
import type { ExtractionPool } from '../engine/extraction-pool.ts';
import type { Learned } from '../engine/lesson-task.ts';
import { getSchema } from '../schemas/get-schema.ts';
import { findLayout } from './find-layout.ts';
import { createKnownExamples, type KnownExamples } from './known-examples.ts';

/** `draft`: number of the draft that it was sent for, the example's `attempt`. Jobs of earlier versions have none. */
export type LearnData = { exampleId: string; draft?: number };

/**
 * Learns from one example. Running twice does no harm.
 * @param known the examples that the worker keeps in memory
 */
export async function learnExample(
  context: ServiceContext,
  pool: ExtractionPool,
  job: QueueJob<LearnData>,
  known: KnownExamples = createKnownExamples(context.database),
): Promise<undefined> {
  const row = await findPending(context, job.data.exampleId);
  if (!row) return;
  const outcome = await learn(context, pool, row, job);
  findOpenSpan()?.set({ 'countersign.document.id': row.documentId });
  if ('code' in outcome) {
    context.log.info('an example could not be learned from', { example: row.id, code: outcome.code });
    findOpenSpan()?.fail(outcome.code);
  }
  const others = 'code' in outcome ? [] : await known.list(row.schemaId);
  await settleExample(context, row, outcome, job, others);
}

/** Settles an example whose attempts all failed, unless a newer draft has taken its place: that has a job of its own. */
export async function giveUpExample(context: ServiceContext, job: QueueJob<LearnData>): Promise<undefined> {
  const row = await findPending(context, job.data.exampleId);
  if (!row || !isDraftOf(row, job)) return;
  const message =
    job.deaths >= MOST_DEATHS
      ? 'The worker stopped twice while learning from this document. It is not tried again.'
      : 'Learning from this document failed after several attempts. Approve it again.';
  await settleExample(context, row, { code: 'learning_failed', message }, job);
}

async function findPending({ database }: ServiceContext, id: string): Promise<ExampleRow | undefined> {
  const [row] = await database
    .select()
    .from(examples)
    .where(and(eq(examples.id, id), eq(examples.status, 'pending')));
  return row;
}

function isDraftOf({ attempt }: ExampleRow, { data }: QueueJob<LearnData>): boolean {
  return data.draft === undefined || data.draft === attempt;
}

/** An imported example was learned where its document is. */
function takeImported({ lesson, sketch }: ExampleRow): Failure | Learned {
  if (lesson?.version === LESSON_VERSION && sketch) return { lesson, sketch };
  const message = 'This example was learned by an earlier version. Export the memory again where it comes from, and import it.';
  return { code: 'learning_failed', message };
}

/** Errors that another attempt could cure are thrown. */
async function learn(
  { database, reader, log }: ServiceContext,
  pool: ExtractionPool,
  row: ExampleRow,
  job: QueueJob<LearnData>,
): Promise<Failure | Learned> {
  if (row.importedName !== null) return takeImported(row);
  try {
    const [document] = await database.select().from(documents).where(eq(documents.id, row.documentId));
    if (!document) return { code: 'not_found', message: 'The document was removed.' };
    const schema = await getSchema(database, row.schemaId);
    const reading = await reader.getReading(document.sha256);
    return await pool.learn({ schema, reading, approved: row.approved }, job.signal);
  } catch (error) {
    if (error instanceof ReadError || error instanceof ProblemError) return { code: error.code, message: error.message };
    if (!pool.describeFailure(error, job.lastAttempt && isDraftOf(row, job))) throw error;
    log.debug('a child gave up an example', { example: row.id, error });
    return { code: 'learning_failed', message: 'The service could not learn from this document.' };
  }
}

async function settleExample(
  { database }: ServiceContext,
  row: ExampleRow,
  outcome: Failure | Learned,
  job: QueueJob<LearnData>,
  known: readonly Sketched[] = [],
): Promise<void> {
  const settled =
    'code' in outcome
      ? { status: 'failed' as const, error: { code: outcome.code, message: outcome.message } }
      : {
          status: 'completed' as const,
          error: null,
          lesson: toStorable(outcome.lesson),
          lessonVersion: outcome.lesson.version,
          sketch: outcome.sketch,
          partyKeys: outcome.lesson.keys,
        };
  await database.transaction(async (tx) => {
    const layoutId = 'code' in outcome ? null : await findLayout(tx, row, outcome.sketch, known);
    await tx
      .update(examples)
      .set({ ...settled, layoutId, updatedAt: sql`now()` })
      .where(and(eq(examples.id, row.id), eq(examples.attempt, row.attempt), eq(examples.status, 'pending')));
    await job.finish(tx);
  });
}
