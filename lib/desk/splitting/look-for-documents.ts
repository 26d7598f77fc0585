import { createHash } from 'node:crypto';
import { and, eq, inArray } from 'drizzle-orm';
import type { Failure } from '#lib/contract/problems/problem.ts';
import { ProblemError } from '#lib/contract/problems/problem-error.ts';
import type { DocumentClass } from '#lib/contract/service/classification-job.ts';
import { type SplittingResult, splittingResultSchema } from '#lib/contract/service/splitting-job.ts';
import type { DeploymentError } from '#lib/deployment/deployment-error.ts';
import { now } from '#lib/platform/clock.ts';
import { findOutage } from '#lib/platform/outage-error.ts';
import type { Again, QueueJob } from '#lib/platform/queue/queue.ts';
import { appendAudit } from '../audit/append-audit.ts';
import type { Desk, SplitJob } from '../context/desk.ts';
import { documents, submissions } from '../documents/tables.ts';
import { findReading } from '../jobs/find-reading.ts';
import type { Followed } from '../jobs/followed.ts';
import { pauseAfter, pauseAfterTrouble } from '../jobs/pace.ts';
import { listSchemas } from '../schemas/save-schema.ts';
import { goOnAfterLook } from './splitting.ts';
import { splittings } from './tables.ts';

const GIVE_UP_MS = 5 * 60_000;
const UNSETTLED = ['requested', 'running'] as const;
/** A job is done in a moment; then the pace slows down. */
const SOON_MS = 10_000;

type Asked = { row: typeof splittings.$inferSelect; followed: Followed };
type Answer = { result: SplittingResult; schemaIds: ReadonlyMap<string, string> };

/**
 * Takes the next step towards knowing whether a file is several documents: asks a deployment of ours by a job and looks
 * until it is done, else the engine of this machine. Whatever becomes of it, a document that waited for it goes on.
 */
export async function lookForDocuments(desk: Desk, job: QueueJob<SplitJob>): Promise<Again | undefined> {
  const asked = await findAsked(desk, job);
  if (!asked) return undefined;
  const age = job.waitedMs;
  try {
    const answer = await takeStep(desk, asked);
    if (answer) await settle(desk, job.data, answer);
    else if (age < GIVE_UP_MS) return { againInMs: pauseAfter(age < SOON_MS ? 2 : 8) };
    else await settle(desk, job.data, { code: 'document_not_processed', message: 'The document service did not answer for five minutes.' });
  } catch (error) {
    if (job.signal.aborted || findOutage(error) || !(error instanceof ProblemError)) throw error;
    const { temporary = false, retryAfterMs = null } = error as ProblemError & Partial<DeploymentError>;
    if (temporary && age < GIVE_UP_MS) return { againInMs: Math.max(retryAfterMs ?? 0, pauseAfterTrouble(1)) };
    await settle(desk, job.data, { code: error.code, message: error.message });
  }
  return undefined;
}

/** Lets a document go on whose look was interrupted again and again. */
export function giveUpLook(desk: Desk, job: SplitJob): Promise<void> {
  return settle(desk, job, { code: 'internal_error', message: 'Detecting documents was interrupted repeatedly. Try again.' });
}

async function findAsked(desk: Desk, job: QueueJob<SplitJob>): Promise<Asked | null> {
  const { documentId, run } = job.data;
  const [found] = await desk.database
    .select({ splitting: splittings, row: documents, submission: submissions })
    .from(splittings)
    .innerJoin(documents, eq(documents.id, splittings.documentId))
    .innerJoin(submissions, eq(submissions.documentId, splittings.documentId))
    .where(and(eq(splittings.documentId, documentId), eq(splittings.run, run), inArray(splittings.state, UNSETTLED)));
  if (!found) return null;
  const deployment = await desk.getDeployment(found.submission.deploymentId);
  return { row: found.splitting, followed: { row: found.row, submission: found.submission, deployment, signal: job.signal } };
}

/** The answer, or null while it is not there. */
async function takeStep(desk: Desk, { row, followed }: Asked): Promise<Answer | null> {
  const { deployment, submission, signal } = followed;
  const { classes, schemaIds } = await listClasses(desk);
  if (!submission.remoteDocumentId || !(await deployment.client.isOurs())) {
    if (!desk.split) throw new ProblemError('method_not_allowed', 'This document service cannot propose boundaries. Set them yourself.');
    const reading = await findReading(desk, followed);
    if (!reading) throw new ProblemError('document_not_ready', 'The desk cannot read this file itself, so it proposes no boundaries.');
    return { result: await desk.split(reading, { classes, signal }), schemaIds };
  }
  if (row.remoteJobId === null) {
    // other classes make another request
    const mark = createHash('sha256').update(JSON.stringify(classes)).digest('hex').slice(0, 16);
    const idempotencyKey = `${row.documentId}.splitting.${row.run}.${mark}`;
    const created = await deployment.client.createSplittingJob(
      { documentId: submission.remoteDocumentId, classes, idempotencyKey },
      { signal, submitter: followed.row.createdById ?? undefined },
    );
    await desk.database
      .update(splittings)
      .set({ state: 'running', remoteJobId: created.id })
      .where(and(eq(splittings.documentId, row.documentId), eq(splittings.run, row.run)));
    return null;
  }
  const job = await deployment.client.getSplittingJob(row.remoteJobId, { signal });
  if (job.phase === 'running') return null;
  const answer = splittingResultSchema.safeParse((job.raw as { result?: unknown } | null)?.result);
  if (job.phase === 'completed' && answer.success) return { result: answer.data, schemaIds };
  throw new ProblemError('extraction_failed', job.failure?.message ?? `The document service reports: ${job.status}.`);
}

/** All schemas as classes; of two with the same name the first counts. */
async function listClasses(desk: Desk): Promise<{ classes: DocumentClass[]; schemaIds: Map<string, string> }> {
  const schemaIds = new Map<string, string>();
  const classes: DocumentClass[] = [];
  for (const { id, name, description } of await listSchemas(desk)) {
    if (schemaIds.has(name) || classes.length === 200) continue;
    schemaIds.set(name, id);
    classes.push({ name, description, keywords: [], examples: [] });
  }
  return { classes, schemaIds };
}

/** Stores what was found, and lets the document go on. */
async function settle(desk: Desk, { documentId, run }: SplitJob, outcome: Answer | Failure): Promise<void> {
  await desk.database.transaction(async (transaction) => {
    const [row] = await transaction.select().from(documents).where(eq(documents.id, documentId)).for('update');
    if (!row) return;
    const failure = 'code' in outcome ? outcome : null;
    const result = 'code' in outcome ? null : outcome.result;
    const segments =
      'code' in outcome
        ? []
        : outcome.result.segments.map((segment) => ({ ...segment, schema_id: outcome.schemaIds.get(segment.class ?? '') ?? null }));
    const [settled] = await transaction
      .update(splittings)
      .set({ state: failure ? 'failed' : 'completed', segments, engine: result?.engine ?? null, failure, settledAt: now() })
      .where(and(eq(splittings.documentId, documentId), eq(splittings.run, run), inArray(splittings.state, UNSETTLED)))
      .returning();
    if (!settled) return;
    await goOnAfterLook(desk, transaction, row, failure ? null : segments);
    const unsure = segments.filter(({ proposed }) => proposed).length;
    const detail = failure ? { ...failure } : { documents: segments.length, unsure, engine: result?.engine };
    const event = failure ? 'split.look_failed' : 'split.looked';
    await appendAudit(transaction, [{ actor: null, documentId, event, detail }]);
  });
}
