import { createHash } from 'node:crypto';
import { and, eq, inArray } from 'drizzle-orm';
import type { Failure } from '#lib/contract/problems/problem.ts';
import { ProblemError } from '#lib/contract/problems/problem-error.ts';
import type { DocumentClass } from '#lib/contract/service/classification-job.ts';
import { type SplittingResult, splittingResultSchema } from '#lib/contract/service/splitting-job.ts';
import { now } from '#lib/platform/clock.ts';
import type { Again, QueueJob } from '#lib/platform/queue/queue.ts';
import { appendAudit } from '../audit/append-audit.ts';
import type { Desk, SplitJob } from '../context/desk.ts';
import { openRemoteJob, recordRemoteId } from '../documents/remote-jobs.ts';
import { documents, submissions } from '../documents/tables.ts';
import { connect } from '../jobs/connect.ts';
import { findReading } from '../jobs/find-reading.ts';
import type { Followed } from '../jobs/followed.ts';
import { ownTrouble } from '../jobs/own-trouble.ts';
import { pollRemoteJob, type RemoteWork, type Rest, type StepOutcome } from '../jobs/poll-remote-job.ts';
import type { PollSettings } from '../jobs/poll-settings.ts';
import { submitOnce } from '../jobs/submit-once.ts';
import { listSchemas } from '../schemas/operations/save-schema.ts';
import { goOnAfterLook } from './splitting.ts';
import { splittings } from './tables.ts';

const GIVE_UP_MS = 5 * 60_000;
const MESSAGES = {
  unsure: 'The response of the document service was lost. Ask again.',
  silent: 'The document service did not answer for five minutes.',
};
const UNSETTLED = ['requested', 'running'] as const;

type Answer = { result: SplittingResult; schemaIds: ReadonlyMap<string, string> };

/**
 * Finds out whether a file is several documents: by a job at a deployment of ours, else by the engine of this machine.
 * Whatever becomes of it, a document that waited for it goes on.
 */
export function detectBoundaries(desk: Desk, job: QueueJob<SplitJob>, settings: PollSettings): Promise<Again | undefined> {
  return pollRemoteJob(desk, job, () => findWork(desk, job), settings);
}

/** Lets a document go on whose question was interrupted again and again. */
export function giveUpDetecting(desk: Desk, job: SplitJob): Promise<void> {
  return settle(desk, job, { code: 'internal_error', message: 'Detecting documents was interrupted repeatedly. Try again.' });
}

async function findWork(desk: Desk, { data: of, signal }: QueueJob<SplitJob>): Promise<RemoteWork | null> {
  const { documentId, run } = of;
  const [found] = await desk.database
    .select({ row: documents, submission: submissions })
    .from(splittings)
    .innerJoin(documents, eq(documents.id, splittings.documentId))
    .innerJoin(submissions, eq(submissions.documentId, splittings.documentId))
    .where(and(eq(splittings.documentId, documentId), eq(splittings.run, run), inArray(splittings.state, UNSETTLED)));
  if (!found) return null;
  const fail = (failure: Failure) => settle(desk, of, failure);
  const deployment = await connect(desk, found.submission.deploymentId, fail);
  const job = deployment && (await openRemoteJob(desk.database, { kind: 'splitting', documentId, run }, deployment.id));
  if (!deployment || !job) return null;
  const followed: Followed = { ...found, job, deployment, signal, isRepeatable: () => deployment.client.isOurs(), awaitedMs: 0 };
  return {
    ...followed,
    step: () => takeStep(desk, followed, of),
    isSubmitted: job.remoteId !== null,
    remoteId: () => job.remoteId,
    fail,
    limits: { silentMs: GIVE_UP_MS, unansweredMs: GIVE_UP_MS },
    messages: MESSAGES,
    ...ownTrouble(desk, job),
  };
}

async function takeStep(desk: Desk, followed: Followed, of: SplitJob): Promise<StepOutcome | Rest> {
  const { deployment, submission, signal } = followed;
  const { classes, schemaIds } = await listClasses(desk);
  const remoteDocumentId = submission.remoteDocumentId;
  if (!remoteDocumentId || !(await deployment.client.isOurs())) {
    return async () => {
      await settle(desk, of, { result: await detectHere(desk, followed, classes), schemaIds });
      return 'done';
    };
  }
  if (followed.job.remoteId === null) return createJob(desk, followed, { of, remoteDocumentId, classes });
  const job = await deployment.client.getSplittingJob(followed.job.remoteId, { signal });
  if (job.phase === 'running') return 'same';
  const answer = splittingResultSchema.safeParse((job.raw as { result?: unknown } | null)?.result);
  if (job.phase !== 'completed' || !answer.success) {
    throw new ProblemError('extraction_failed', job.failure?.message ?? `The document service reports: ${job.status}.`);
  }
  await settle(desk, of, { result: answer.data, schemaIds });
  return 'done';
}

/** By the engine of this machine, over the desk's own reading. */
async function detectHere(desk: Desk, followed: Followed, classes: DocumentClass[]): Promise<SplittingResult> {
  if (!desk.split) throw new ProblemError('method_not_allowed', 'This document service cannot propose boundaries. Set them yourself.');
  const reading = await findReading(desk, followed);
  if (!reading) throw new ProblemError('document_not_ready', 'The desk cannot read this file itself, so it proposes no boundaries.');
  return desk.split(reading, { classes, signal: followed.signal });
}

async function createJob(
  desk: Desk,
  followed: Followed,
  { of, remoteDocumentId, classes }: { of: SplitJob; remoteDocumentId: string; classes: DocumentClass[] },
): Promise<StepOutcome> {
  const { deployment, signal, row } = followed;
  // other classes make another request
  const mark = createHash('sha256').update(JSON.stringify(classes)).digest('hex').slice(0, 16);
  const idempotencyKey = `${of.documentId}.splitting.${of.run}.${mark}`;
  const created = await submitOnce(desk, followed, () =>
    deployment.client.createSplittingJob(
      { documentId: remoteDocumentId, classes, idempotencyKey },
      { signal, submitter: row.createdById ?? undefined },
    ),
  );
  await desk.database.transaction(async (transaction) => {
    await recordRemoteId(transaction, followed.job, created.id, created.status);
    await transaction
      .update(splittings)
      .set({ state: 'running' })
      .where(and(eq(splittings.documentId, of.documentId), eq(splittings.run, of.run)));
  });
  return 'news';
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
