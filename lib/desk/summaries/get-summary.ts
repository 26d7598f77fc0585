import { and, eq } from 'drizzle-orm';
import type { Failure } from '#lib/contract/problems/problem.ts';
import { ProblemError } from '#lib/contract/problems/problem-error.ts';
import { DeploymentError } from '#lib/deployment/deployment-error.ts';
import { readSummary } from '#lib/deployment/read-summary.ts';
import type { Executor } from '#lib/platform/database/database.ts';
import type { Again, QueueJob } from '#lib/platform/queue/queue.ts';
import type { Desk, SummaryJob } from '../context/desk.ts';
import { recordReliably } from '../context/record-reliably.ts';
import { openRemoteJob, recordProgress, recordRemoteId } from '../documents/remote-jobs.ts';
import { documents, submissions } from '../documents/tables.ts';
import { connect } from '../jobs/connect.ts';
import { ownTrouble } from '../jobs/own-trouble.ts';
import { pollRemoteJob, type RemoteWork, type StepOutcome } from '../jobs/poll-remote-job.ts';
import type { PollSettings } from '../jobs/poll-settings.ts';
import { type Handover, recordNotSubmitted, submitOnce } from '../jobs/submit-once.ts';
import { failSummary, keepSummary } from './settle-summary.ts';
import { summaries } from './tables.ts';

const GIVE_UP_MS = 10 * 60_000;
const MESSAGES = {
  unsure: 'The answer of the document service was lost; it may be at work on the summary. Ask for it again if you want another one.',
  silent: 'The summary was not finished within ten minutes. Ask for it again later.',
};
/** 408: the deployment is still reading the document. */
const NOT_YET = 'document_not_processed';

type Asked = Handover & { of: SummaryJob; remoteDocumentId: string; endpoint: 'job' | 'deprecated'; submitter: string | undefined };

/**
 * Takes a summary further: asks the deployment for it, by a job or by the deprecated endpoint (which answers when it is
 * done, or 408), and polls until it is finished.
 */
export function getSummary(desk: Desk, job: QueueJob<SummaryJob>, settings: PollSettings): Promise<Again | undefined> {
  return pollRemoteJob(desk, job, () => findWork(desk, job), settings);
}

async function findWork(desk: Desk, { data: of, signal }: QueueJob<SummaryJob>): Promise<RemoteWork | null> {
  const { documentId, run } = of;
  const [found] = await desk.database
    .select({ row: summaries, submission: submissions, createdById: documents.createdById })
    .from(summaries)
    .innerJoin(documents, eq(documents.id, summaries.documentId))
    .innerJoin(submissions, eq(submissions.documentId, summaries.documentId))
    .where(eq(summaries.documentId, documentId));
  if (!found || found.row.run !== run || found.row.settledAt !== null) return null;
  const { row, submission, createdById } = found;
  const fail = (failure: Failure) => failSummary(desk, of, failure);
  const deployment = await connect(desk, submission.deploymentId, fail);
  const job = deployment && (await openRemoteJob(desk.database, { kind: 'summary', documentId, run }, deployment.id));
  if (!deployment || !job) return null;
  const remoteDocumentId = submission.remoteDocumentId;
  if (remoteDocumentId === null) {
    await fail({ code: 'document_not_ready', message: 'The document service no longer has this document.' });
    return null;
  }
  const { endpoint } = row;
  // the deprecated interface takes no idempotency key: not repeated even at a deployment of ours
  const isRepeatable = async () => endpoint === 'job' && (await deployment.client.isOurs());
  const asked: Asked = {
    of,
    job,
    deployment,
    signal,
    isRepeatable,
    awaitedMs: 0,
    remoteDocumentId,
    endpoint,
    submitter: createdById ?? undefined,
  };
  return {
    ...asked,
    step: () => takeStep(desk, asked),
    isSubmitted: job.remoteId !== null,
    remoteId: () => job.remoteId,
    fail,
    limits: { silentMs: GIVE_UP_MS, unansweredMs: GIVE_UP_MS },
    messages: MESSAGES,
    ...ownTrouble(desk, job),
    judge: async ({ code }) => ({ isNotYet: code === NOT_YET }),
  };
}

async function takeStep(desk: Desk, asked: Asked): Promise<StepOutcome> {
  const { of, job, deployment, signal } = asked;
  if (asked.endpoint === 'deprecated') return askAndWait(desk, asked);
  if (job.remoteId === null) return createJob(desk, asked);
  const remote = await deployment.client.getSummaryJob(job.remoteId, { signal });
  if (remote.phase === 'running') {
    if (remote.status !== job.serviceStatus) await recordProgress(desk.database, job, { serviceStatus: remote.status });
    return 'same';
  }
  if (remote.phase === 'completed') await keepSummary(desk, of, remote.raw, remote.status);
  else {
    const failure = remote.failure ?? { code: 'remote', message: `It says: ${remote.status}.` };
    await failSummary(desk, of, failure, { serviceStatus: remote.status });
  }
  return 'done';
}

async function askAndWait(desk: Desk, asked: Asked): Promise<StepOutcome> {
  const { of, deployment, signal, remoteDocumentId } = asked;
  const answered = await submitOnce(desk, asked, () => deployment.client.createSummary(remoteDocumentId, { block: true, signal }));
  if (answered.phase === 'running' && !readSummary(answered.raw)) {
    await recordNotSubmitted(desk, asked);
    throw new ProblemError(NOT_YET, 'The document service is not done with the summary yet.');
  }
  await recordReliably(() => keepSummary(desk, of, answered.raw), signal);
  return 'done';
}

async function createJob(desk: Desk, asked: Asked): Promise<StepOutcome> {
  const { of, job, deployment, signal, submitter, remoteDocumentId: documentId, isRepeatable } = asked;
  const request = { documentId, idempotencyKey: `${of.documentId}.summary.${of.run}` };
  try {
    const created = await submitOnce(desk, asked, () => deployment.client.createSummaryJob(request, { signal, submitter }));
    const record = () =>
      desk.database.transaction(async (transaction) => {
        await recordRemoteId(transaction, job, created.id, created.status);
        await update(transaction, of, { state: 'running' });
      });
    await recordReliably(record, signal);
    return 'news';
  } catch (error) {
    if (!knowsNoJobs(error) || (await isRepeatable())) throw error;
    await update(desk.database, of, { endpoint: 'deprecated' });
    return 'next';
  }
}

/** True when a deployment has no jobs for summaries, only the older endpoint. */
function knowsNoJobs(error: unknown): boolean {
  return error instanceof DeploymentError && [404, 405, 410, 501].includes(error.remoteStatus ?? 0);
}

async function update(executor: Executor, { documentId, run }: SummaryJob, columns: Partial<typeof summaries.$inferInsert>): Promise<void> {
  await executor
    .update(summaries)
    .set(columns)
    .where(and(eq(summaries.documentId, documentId), eq(summaries.run, run)));
}
