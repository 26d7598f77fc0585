import { and, eq, gt, sql } from 'drizzle-orm';
import type { DeskSummary, SummaryEndpoint } from '#lib/contract/desk/deployment.ts';
import { ProblemError } from '#lib/contract/problems/problem-error.ts';
import { now } from '#lib/platform/clock.ts';
import type { Executor } from '#lib/platform/database/database.ts';
import { appendAudit } from '../../audit/append-audit.ts';
import { type Actor, type Desk, SUMMARY_QUEUE, type SummaryJob } from '../../context/desk.ts';
import { lockDocumentRow } from '../../documents/desk-document.ts';
import { getReadableRow } from '../../documents/quality-samples/get-readable-row.ts';
import { findRemoteJob, type RemoteJob } from '../../documents/remote-jobs.ts';
import { submissions } from '../../documents/tables.ts';
import { actions, extractions } from '../../review/tables.ts';
import { summaries } from '../tables.ts';

type Row = typeof summaries.$inferSelect;

/** The worker settles every summary long before; later than this none is under way any more. */
const LOST_MS = 30 * 60_000;
const LOST = 'This summary failed. Try again.';

const FRESH = { corrections_since: 0, is_read_anew: false };

/**
 * The summary a person last asked for, or null.
 * @param readerId who gets it @throws ProblemError `not_found`, `conflict` (the document's values are withheld from that person)
 */
export async function findSummary(desk: Desk, id: string, readerId?: string): Promise<DeskSummary | null> {
  const document = await getReadableRow(desk.database, id, readerId);
  const [row] = await desk.database.select().from(summaries).where(eq(summaries.documentId, document.id));
  return row ? { ...toSummary(row, await findJob(desk.database, row)), ...(await findAge(desk.database, row)) } : null;
}

function findJob(executor: Executor, { documentId, run }: Row): Promise<RemoteJob | null> {
  return findRemoteJob(executor, { kind: 'summary', documentId, run });
}

/** What happened to the document since a summary of it was made. */
async function findAge(executor: Executor, row: Row): Promise<Pick<DeskSummary, 'corrections_since' | 'is_read_anew'>> {
  if (row.state !== 'completed') return FRESH;
  const [done] = await executor
    .select({ count: sql<number>`count(distinct ${actions.draft}->>'pointer')::int` })
    .from(actions)
    .where(and(eq(actions.documentId, row.documentId), gt(actions.sequence, row.afterAction), sql`${actions.draft}->>'kind' <> 'confirm'`));
  const [answer] = await executor.select({ jobId: extractions.jobId }).from(extractions).where(eq(extractions.documentId, row.documentId));
  return { corrections_since: done?.count ?? 0, is_read_anew: (answer?.jobId ?? null) !== row.ofJobId };
}

/**
 * Asks the document's deployment for a summary; the worker follows it up. While one is under way, asking again changes nothing.
 * @throws ProblemError `not_found`, `document_not_ready` (the deployment does not have the file yet)
 */
export async function requestSummary(desk: Desk, actor: NonNullable<Actor>, id: string, endpoint: SummaryEndpoint): Promise<DeskSummary> {
  return desk.database.transaction(async (transaction) => {
    const document = await lockDocumentRow(transaction, id);
    const [known] = await transaction.select().from(summaries).where(eq(summaries.documentId, document.id));
    if (known && isUnderWay(known)) return toSummary(known, await findJob(transaction, known));
    const [submission] = await transaction.select().from(submissions).where(eq(submissions.documentId, document.id));
    if (!submission?.remoteDocumentId) {
      throw new ProblemError('document_not_ready', 'The document service does not have this document yet. Ask again in a moment.');
    }
    const fresh = {
      endpoint,
      state: 'requested' as const,
      text: null,
      sentences: [],
      title: null,
      note: null,
      facts: [],
      failure: null,
      raw: null,
      requestedAt: now(),
      settledAt: null,
    };
    const [row] = await transaction
      .insert(summaries)
      .values({ documentId: document.id, ...fresh })
      .onConflictDoUpdate({ target: summaries.documentId, set: { ...fresh, run: sql`${summaries.run} + 1` } })
      .returning();
    const job: SummaryJob = { documentId: document.id, run: row!.run };
    await desk.queue.send(SUMMARY_QUEUE, job, { tx: transaction, singletonKey: `${job.documentId}.${job.run}` });
    await appendAudit(transaction, [{ actor, documentId: document.id, event: 'summary.requested', detail: { endpoint } }]);
    return toSummary(row!, null);
  });
}

function isUnderWay({ state, requestedAt }: Row): boolean {
  return (state === 'requested' || state === 'running') && Date.now() - requestedAt.getTime() < LOST_MS;
}

function toSummary(row: Row, job: RemoteJob | null): DeskSummary {
  const isLost = row.settledAt === null && !isUnderWay(row);
  return {
    endpoint: row.endpoint,
    state: isLost ? 'failed' : row.state,
    service_status: job?.inFlightSince ? 'waiting for the answer' : (job?.trouble?.message ?? job?.serviceStatus ?? null),
    text: row.text,
    sentences: row.sentences,
    title: row.title,
    note: row.note,
    facts: row.facts,
    ...FRESH,
    failure: isLost ? { code: 'internal_error', message: LOST } : row.failure,
    requested_at: row.requestedAt.toISOString(),
    settled_at: row.settledAt?.toISOString() ?? null,
  };
}
