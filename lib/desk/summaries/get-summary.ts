import { and, eq } from 'drizzle-orm';
import { ProblemError } from '#lib/contract/problems/problem-error.ts';
import { DeploymentError } from '#lib/deployment/deployment-error.ts';
import { readSummary } from '#lib/deployment/read-summary.ts';
import { findOutage } from '#lib/platform/outage-error.ts';
import type { Again, QueueJob } from '#lib/platform/queue/queue.ts';
import type { Desk, SummaryJob } from '../context/desk.ts';
import { noteSurely } from '../context/note-surely.ts';
import { documents, submissions } from '../documents/tables.ts';
import { askOnce } from '../jobs/ask-once.ts';
import { pauseAfter, pauseAfterTrouble } from '../jobs/pace.ts';
import { failSummary, keepSummary } from './settle-summary.ts';
import { summaries } from './tables.ts';

const GIVE_UP_MS = 10 * 60_000;
const LATE = 'The summary was not finished within ten minutes. Try again later.';
const UNSURE = 'The response of the document service was lost; it may still be working on the summary. Try again to request another one.';

type Asked = { row: typeof summaries.$inferSelect; submission: typeof submissions.$inferSelect; createdById: string | null };

/**
 * Takes the next step towards a summary: asks the deployment for it, by a job or by the deprecated endpoint (which
 * answers when it is done, or 408), and looks until it is finished. A request is repeated only when it certainly was not
 * carried out, or when that is harmless.
 */
export async function getSummary(desk: Desk, job: QueueJob<SummaryJob>): Promise<Again | undefined> {
  const asked = await findAsked(desk, job.data);
  if (!asked) return undefined;
  const { row } = asked;
  const age = job.waitedMs;
  try {
    const settled = await takeStep(desk, asked, job.signal);
    if (settled) return undefined;
    if (age < GIVE_UP_MS) return { againInMs: age < 10_000 ? pauseAfter(5) : pauseAfter(9) };
    await failSummary(desk, job.data, { code: 'document_not_processed', message: LATE });
  } catch (error) {
    if (job.signal.aborted || findOutage(error) || !(error instanceof ProblemError)) throw error;
    const { temporary = false, retryAfterMs = null, unsure = false } = error as ProblemError & Partial<DeploymentError>;
    // 408: the deployment is still reading the document
    const isComing = temporary || error.code === 'document_not_processed';
    if (isComing && !unsure && age < GIVE_UP_MS) {
      await desk.database.update(summaries).set({ serviceStatus: error.message }).where(eq(summaries.documentId, row.documentId));
      return { againInMs: Math.max(retryAfterMs ?? 0, pauseAfterTrouble(2)) };
    }
    await failSummary(desk, job.data, unsure ? { code: 'sending_unsure', message: UNSURE } : { code: error.code, message: error.message });
  }
  return undefined;
}

async function findAsked(desk: Desk, { documentId, run }: SummaryJob): Promise<Asked | null> {
  const [found] = await desk.database
    .select({ row: summaries, submission: submissions, createdById: documents.createdById })
    .from(summaries)
    .innerJoin(documents, eq(documents.id, summaries.documentId))
    .innerJoin(submissions, eq(submissions.documentId, summaries.documentId))
    .where(eq(summaries.documentId, documentId));
  return found && found.row.run === run && (found.row.state === 'requested' || found.row.state === 'running') ? found : null;
}

/** True when the summary is settled. */
async function takeStep(desk: Desk, { row, submission, createdById }: Asked, signal: AbortSignal): Promise<boolean> {
  const submitter = createdById ?? undefined;
  const of = { documentId: row.documentId, run: row.run };
  const { client } = await desk.getDeployment(submission.deploymentId);
  const documentId = submission.remoteDocumentId;
  if (documentId === null) throw new ProblemError('document_not_ready', 'The document service no longer has this document.');
  const isMarked = row.state === 'running' && row.remoteJobId === null;
  const mark = (isUnderWay: boolean) =>
    note(
      desk,
      of,
      isUnderWay ? { state: 'running', serviceStatus: 'waiting for the answer' } : { state: 'requested', serviceStatus: null },
    );
  if (row.endpoint === 'deprecated') {
    // its interface takes no idempotency key: not repeated even at a deployment of ours
    const answered = await askOnce({ isMarked, isRepeatable: false, mark }, () =>
      client.createSummary(documentId, { block: true, signal }),
    );
    if (answered.phase === 'running' && !readSummary(answered.raw)) {
      await mark(false);
      return false;
    }
    await noteSurely(() => keepSummary(desk, of, answered.raw), signal);
    return true;
  }
  if (row.remoteJobId === null) {
    const asked = { documentId, idempotencyKey: `${row.documentId}.summary.${row.run}` };
    const once = { isMarked, isRepeatable: await client.isOurs(), mark };
    const created = await askOnce(once, () => client.createSummaryJob(asked, { signal, submitter })).catch((error: unknown) => {
      if (once.isRepeatable || !knowsNoJobs(error)) throw error;
      return null;
    });
    if (created === null) {
      await note(desk, of, { state: 'requested', endpoint: 'deprecated', serviceStatus: null });
      return takeStep(desk, { row: { ...row, state: 'requested', endpoint: 'deprecated' }, submission, createdById }, signal);
    }
    await noteSurely(() => note(desk, of, { state: 'running', remoteJobId: created.id, serviceStatus: created.status }), signal);
    return false;
  }
  const remote = await client.getSummaryJob(row.remoteJobId, { signal });
  if (remote.phase === 'running') {
    if (remote.status !== row.serviceStatus) await note(desk, of, { state: 'running', serviceStatus: remote.status });
    return false;
  }
  if (remote.phase === 'completed') await keepSummary(desk, of, remote.raw, remote.status);
  else {
    const failure = remote.failure ?? { code: 'remote', message: `It says: ${remote.status}.` };
    await failSummary(desk, of, failure, { serviceStatus: remote.status });
  }
  return true;
}

/** True when a deployment has no jobs for summaries, only the older endpoint. */
function knowsNoJobs(error: unknown): boolean {
  return error instanceof DeploymentError && [404, 405, 410, 501].includes(error.remoteStatus ?? 0);
}

type Columns = Partial<typeof summaries.$inferInsert>;

async function note(desk: Desk, { documentId, run }: SummaryJob, columns: Columns): Promise<void> {
  await desk.database
    .update(summaries)
    .set(columns)
    .where(and(eq(summaries.documentId, documentId), eq(summaries.run, run)));
}
