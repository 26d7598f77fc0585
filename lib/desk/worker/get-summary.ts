import { and, eq } from 'drizzle-orm';
import type { SummarySentence } from '#lib/contract/deployment.ts';
import type { Failure } from '#lib/contract/problem.ts';
import { ProblemError } from '#lib/contract/problem-error.ts';
import type { DeploymentError } from '#lib/deployment/deployment-error.ts';
import { readSummary } from '#lib/deployment/read-summary.ts';
import { locateSentences } from '#lib/document/locate-sentences.ts';
import { now } from '#lib/platform/clock.ts';
import type { Again, QueueJob } from '#lib/platform/queue.ts';
import { appendAudit } from '../append-audit.ts';
import type { Desk, SummaryJob } from '../desk.ts';
import { documents, submissions, summaries } from '../tables.ts';
import { askOnce } from './ask-once.ts';
import { pauseAfter, pauseAfterTrouble } from './pace.ts';

const GIVE_UP_MS = 10 * 60_000;
const UNSURE = 'The answer of the document service was lost; it may be at work on the summary. Ask for it again if you want another one.';

type Asked = { row: typeof summaries.$inferSelect; submission: typeof submissions.$inferSelect; sha256: string };

/**
 * Takes the next step towards a summary: asks the deployment for it, by a job or by the deprecated endpoint (which
 * answers when it is done, or 408), and looks until it is finished. A request is repeated only when it certainly was not
 * carried out, or when that is harmless.
 */
export async function getSummary(desk: Desk, job: QueueJob<SummaryJob>): Promise<Again | undefined> {
  const asked = await findAsked(desk, job.data);
  if (!asked) return undefined;
  const { row } = asked;
  const age = Date.now() - row.requestedAt.getTime();
  try {
    const settled = await takeStep(desk, asked, job.signal);
    if (settled) return undefined;
    if (age < GIVE_UP_MS) return { againInMs: age < 10_000 ? pauseAfter(5) : pauseAfter(9) };
    await settle(desk, job.data, {
      failure: { code: 'document_not_processed', message: 'The summary was not finished within ten minutes. Ask for it again later.' },
    });
  } catch (error) {
    if (job.signal.aborted || !(error instanceof ProblemError)) throw error;
    const { temporary = false, retryAfterMs = null, unsure = false } = error as ProblemError & Partial<DeploymentError>;
    if (temporary && !unsure && age < GIVE_UP_MS) {
      await desk.database.update(summaries).set({ serviceStatus: error.message }).where(eq(summaries.documentId, row.documentId));
      return { againInMs: Math.max(retryAfterMs ?? 0, pauseAfterTrouble(2)) };
    }
    await settle(desk, job.data, { failure: { code: unsure ? 'sending_unsure' : error.code, message: unsure ? UNSURE : error.message } });
  }
  return undefined;
}

async function findAsked(desk: Desk, { documentId, run }: SummaryJob): Promise<Asked | null> {
  const [found] = await desk.database
    .select({ row: summaries, submission: submissions, sha256: documents.sha256 })
    .from(summaries)
    .innerJoin(submissions, eq(submissions.documentId, summaries.documentId))
    .innerJoin(documents, eq(documents.id, summaries.documentId))
    .where(eq(summaries.documentId, documentId));
  return found && found.row.run === run && (found.row.state === 'requested' || found.row.state === 'running') ? found : null;
}

/** True when the summary is settled. */
async function takeStep(desk: Desk, { row, submission, sha256 }: Asked, signal: AbortSignal): Promise<boolean> {
  const of = { documentId: row.documentId, run: row.run };
  const { client } = await desk.getDeployment(submission.deploymentId);
  const documentId = submission.remoteDocumentId;
  if (documentId === null) throw new ProblemError('document_not_ready', 'The document service does not have this document any more.');
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
    await settleWith(desk, of, sha256, answered.raw);
    return true;
  }
  if (row.remoteJobId === null) {
    const asked = { documentId, idempotencyKey: `${row.documentId}.summary.${row.run}` };
    const once = { isMarked, isRepeatable: await client.isOurs(), mark };
    const created = await askOnce(once, () => client.createSummaryJob(asked, { signal }));
    await note(desk, of, { state: 'running', remoteJobId: created.id, serviceStatus: created.status });
    return false;
  }
  const remote = await client.getSummaryJob(row.remoteJobId, { signal });
  if (remote.phase === 'running') {
    if (remote.status !== row.serviceStatus) await note(desk, of, { state: 'running', serviceStatus: remote.status });
    return false;
  }
  if (remote.phase === 'completed') await settleWith(desk, of, sha256, remote.raw, remote.status);
  else
    await settle(desk, of, {
      failure: remote.failure ?? { code: 'remote', message: `It says: ${remote.status}.` },
      serviceStatus: remote.status,
    });
  return true;
}

type Columns = Partial<typeof summaries.$inferInsert>;

async function note(desk: Desk, { documentId, run }: SummaryJob, columns: Columns): Promise<void> {
  await desk.database
    .update(summaries)
    .set(columns)
    .where(and(eq(summaries.documentId, documentId), eq(summaries.run, run)));
}

async function settleWith(desk: Desk, of: SummaryJob, sha256: string, raw: unknown, serviceStatus = 'completed'): Promise<void> {
  const read = readSummary(raw);
  if (!read) {
    const message =
      'The document service answered without a summary, and the interface shows no other way to get it. Ask by the other endpoint.';
    await settle(desk, of, { raw, serviceStatus, failure: { code: 'remote', message } });
    return;
  }
  const sentences: SummarySentence[] =
    read.sentences.length > 0
      ? read.sentences.map(({ text, evidence }) => ({ text, evidence }))
      : locateSentences(read.text, await listPages(desk, sha256));
  await settle(desk, of, { raw, serviceStatus, text: read.text, sentences });
}

async function listPages(desk: Desk, sha256: string) {
  const reading = await desk.reader.find(sha256);
  return reading ? desk.reader.listPages(sha256, 1, Math.min(reading.page_count, 200)) : [];
}

async function settle(desk: Desk, of: SummaryJob, columns: Columns & { failure?: Failure }): Promise<void> {
  const state = columns.failure ? 'failed' : 'completed';
  await desk.database.transaction(async (transaction) => {
    const [row] = await transaction
      .update(summaries)
      .set({ ...columns, state, settledAt: now() })
      .where(and(eq(summaries.documentId, of.documentId), eq(summaries.run, of.run)))
      .returning();
    if (!row) return;
    const detail = columns.failure ? { ...columns.failure } : { sentences: row.sentences.length };
    await appendAudit(transaction, [{ actor: null, documentId: of.documentId, event: `summary.${state}`, detail }]);
  });
}
