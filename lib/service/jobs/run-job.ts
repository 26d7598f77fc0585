import { and, eq, getTableColumns, inArray, sql } from 'drizzle-orm';
import { toStorable } from '#lib/contract/json/storable-json.ts';
import type { Failure } from '#lib/contract/problems/problem.ts';
import type { DocumentClass } from '#lib/contract/service/classification-job.ts';
import type { Config } from '#lib/platform/config.ts';
import { MOST_DEATHS, type QueueJob } from '#lib/platform/queue/queue-job.ts';
import { tellSettled } from '#lib/platform/queue/settled-notices.ts';
import { findOpenSpan } from '#lib/platform/trace-context.ts';
import { ReadError } from '#lib/reading/model/read-error.ts';
import type { ServiceContext } from '../context/service-context.ts';
import { documents, type JobRow, jobs } from '../context/tables.ts';
import type { ExtractionPool } from '../engine/extraction-pool.ts';
import type { ExtractionTask } from '../engine/extraction-task.ts';
import type { ExampleMemory } from '../examples/example-memory.ts';
import { modelSummary } from '../model/model-summary.ts';
import { secondOpinion } from '../model/second-opinion.ts';
import { findJobSchema } from '../schemas/find-job-schema.ts';
import { listSchemas } from '../schemas/list-schemas.ts';
import { exampleProfiles } from './example-profiles.ts';
import { knownDocuments } from './known-documents.ts';

/** Schemas a summary's key facts may come from: the newest ones. */
const MOST_SCHEMAS = 50;
const UNSETTLED = ['pending', 'processing'] as const;

export type JobData = { jobId: string };

/** What jobs are worked off with, besides the context: the engine, and what it has learned. */
export type JobTools = { pool: ExtractionPool; memory: ExampleMemory };

/** Works off one job of any kind whose document is indexed. Running twice does no harm. */
export async function runJob(context: ServiceContext, tools: JobTools, job: QueueJob<JobData>): Promise<undefined> {
  const row = await claimJob(context, job.data.jobId);
  if (!row) return;
  findOpenSpan()?.set({ 'countersign.job.kind': row.kind, 'countersign.document.id': row.documentId });
  const outcome = await workOff(context, tools, row, job);
  if ('code' in outcome) {
    context.log.info('a job failed', { job: row.id, kind: row.kind, code: outcome.code });
    findOpenSpan()?.fail(outcome.code);
  }
  await settleJob(context, row, outcome, job);
}

/** Settles a job whose attempts all failed. */
export async function giveUpJob(context: ServiceContext, job: QueueJob<JobData>): Promise<undefined> {
  const row = await claimJob(context, job.data.jobId);
  if (!row) return;
  const message =
    job.deaths >= MOST_DEATHS
      ? 'The worker stopped twice while running this job. It is not tried again.'
      : 'The job failed after several attempts. Submit it again.';
  await settleJob(context, row, { code: 'extraction_failed', message }, job);
}

/** `file`: that of its document; null when the document was removed meanwhile. */
type ClaimedJob = JobRow & { file: { name: string; sha256: string } | null };

async function claimJob({ database }: ServiceContext, id: string): Promise<ClaimedJob | undefined> {
  const file = sql<
    ClaimedJob['file']
  >`(select jsonb_build_object('name', d.name, 'sha256', d.sha256) from ${documents} d where d.id = ${jobs.documentId})`;
  const [row] = await database
    .update(jobs)
    .set({
      status: 'processing',
      attempt: sql`${jobs.attempt} + 1`,
      startedAt: sql`coalesce(${jobs.startedAt}, now())`,
      updatedAt: sql`now()`,
    })
    .where(and(eq(jobs.id, id), inArray(jobs.status, UNSETTLED)))
    .returning({ ...getTableColumns(jobs), file });
  return row;
}

type Outcome = Failure | { result: Record<string, unknown> };

/** Errors that another attempt could cure are thrown. */
async function workOff(
  { config, database, reader, log }: ServiceContext,
  { pool, memory }: JobTools,
  row: ClaimedJob,
  job: QueueJob<JobData>,
): Promise<Outcome> {
  const { file } = row;
  if (!file) return { code: 'not_found', message: 'The document was removed.' };
  const schema = await findJobSchema(database, row);
  if (row.kind === 'extraction' && !schema) return { code: 'not_found', message: 'The schema was removed.' };
  try {
    const reading = await reader.getReading(file.sha256);
    const classes = row.kind === 'classification' ? (row.options.classes as DocumentClass[]) : [];
    const examples = await exampleProfiles({ database, reader }, classes);
    const approved =
      row.kind === 'splitting' ? await knownDocuments({ database, reader }, memory.known, { id: row.documentId, reading }) : [];
    const schemas = row.kind === 'summary' ? (await listSchemas(database, { limit: MOST_SCHEMAS })).items : [];
    const learned = row.kind === 'extraction' && schema ? await memory.recall(schema, { id: row.documentId, reading }) : {};
    const task = { kind: row.kind, reading, name: file.name, schema, options: row.options, examples, schemas, approved, ...learned };
    const result = await pool.run(task, job.signal, job.express);
    return { result: toStorable(await withModel(config.llm, task, result, { pool, signal: job.signal, log })) };
  } catch (error) {
    if (error instanceof ReadError) return { code: error.code, message: error.message };
    const failure = pool.describeFailure(error, job.lastAttempt);
    if (!failure) throw error;
    log.debug('a child gave up a job', { job: row.id, error });
    return failure;
  }
}

/** What a language model adds to the local result, where one is configured and of use. */
async function withModel(
  llm: Config['llm'],
  task: ExtractionTask,
  result: Record<string, unknown>,
  context: Parameters<typeof secondOpinion>[3],
): Promise<Record<string, unknown>> {
  const { kind, schema } = task;
  if (llm && kind === 'summary') return modelSummary(llm, task, result, context);
  return llm && kind === 'extraction' && schema ? secondOpinion(llm, { ...task, schema }, result, context) : result;
}

async function settleJob({ database }: ServiceContext, row: JobRow, outcome: Outcome, job: QueueJob<JobData>): Promise<void> {
  const settled =
    'code' in outcome
      ? { status: 'failed' as const, error: { code: outcome.code, message: outcome.message } }
      : { status: 'completed' as const, result: outcome.result, error: null };
  await database.transaction(async (tx) => {
    await tx
      .update(jobs)
      .set({ ...settled, completedAt: sql`now()`, updatedAt: sql`now()` })
      .where(and(eq(jobs.id, row.id), eq(jobs.attempt, row.attempt), eq(jobs.status, 'processing')))
      .returning({ told: tellSettled(jobs.id) });
    await job.finish(tx);
  });
}
