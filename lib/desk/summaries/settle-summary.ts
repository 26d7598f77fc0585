import { and, eq, inArray, max } from 'drizzle-orm';
import type { SummarySentence } from '#lib/contract/desk/deployment.ts';
import type { Failure } from '#lib/contract/problems/problem.ts';
import { type ReadSummary, readSummary } from '#lib/deployment/read-summary.ts';
import { locateSentences } from '#lib/document/grounding/locate-sentences.ts';
import { now } from '#lib/platform/clock.ts';
import type { Transaction } from '#lib/platform/database/database.ts';
import { appendAudit } from '../audit/append-audit.ts';
import type { Desk, SummaryJob } from '../context/desk.ts';
import { findRemoteJob, recordProgress } from '../documents/remote-jobs.ts';
import { documents } from '../documents/tables.ts';
import { findReview } from '../review/review.ts';
import { actions, extractions } from '../review/tables.ts';
import { listSummaryFacts } from './summary-facts.ts';
import { summaries } from './tables.ts';

/** Pages in which sentences without a place are looked for. */
const MOST_PAGES = 200;
const WITHOUT = 'The document service returned no summary. Try again, or ask the operator of the service.';

/**
 * Keeps a deployment's answer as the summary of a document: its sentences with their places, which the desk looks for itself where
 * the answer does not say them, and the document's values as they are now. An answer without a summary is kept as a failure.
 */
export async function keepSummary(desk: Desk, of: SummaryJob, raw: unknown, serviceStatus = 'completed'): Promise<void> {
  const read = readSummary(raw);
  if (!read) return failSummary(desk, of, { code: 'remote', message: WITHOUT }, { raw, serviceStatus });
  const sentences = await placeSentences(desk, of, read);
  await desk.database.transaction(async (transaction) => {
    const [document] = await transaction.select().from(documents).where(eq(documents.id, of.documentId)).for('share');
    const review = document ? await findReview(transaction, document) : null;
    const [answer] = await transaction
      .select({ jobId: extractions.jobId })
      .from(extractions)
      .where(eq(extractions.documentId, of.documentId));
    // of all actions, also those done under a schema that is being changed
    const [last] = await transaction
      .select({ sequence: max(actions.sequence) })
      .from(actions)
      .where(eq(actions.documentId, of.documentId));
    const facts = review ? listSummaryFacts(review.schema, review.fields) : read.facts;
    const [row] = await transaction
      .update(summaries)
      .set({
        state: 'completed',
        raw,
        text: read.text,
        sentences,
        title: read.title,
        note: read.note,
        facts,
        afterAction: last?.sequence ?? 0,
        ofJobId: answer?.jobId ?? null,
        settledAt: now(),
      })
      .where(unsettled(of))
      .returning({ id: summaries.documentId });
    if (!row) return;
    await recordStatus(transaction, of, serviceStatus);
    const detail = { sentences: sentences.length, facts: facts.length };
    await appendAudit(transaction, [{ actor: null, documentId: of.documentId, event: 'summary.completed', detail }]);
  });
}

/** Says that there is no summary and why. */
export async function failSummary(
  desk: Desk,
  of: SummaryJob,
  failure: Failure,
  { serviceStatus, ...columns }: { raw?: unknown; serviceStatus?: string } = {},
): Promise<void> {
  await desk.database.transaction(async (transaction) => {
    const [row] = await transaction
      .update(summaries)
      .set({ ...columns, state: 'failed', failure, settledAt: now() })
      .where(unsettled(of))
      .returning({ id: summaries.documentId });
    if (!row) return;
    if (serviceStatus !== undefined) await recordStatus(transaction, of, serviceStatus);
    await appendAudit(transaction, [{ actor: null, documentId: of.documentId, event: 'summary.failed', detail: { ...failure } }]);
  });
}

async function recordStatus(transaction: Transaction, of: SummaryJob, serviceStatus: string): Promise<void> {
  const job = await findRemoteJob(transaction, { kind: 'summary', ...of });
  if (job) await recordProgress(transaction, job, { serviceStatus, inFlightSince: null, trouble: null });
}

function unsettled({ documentId, run }: SummaryJob) {
  return and(eq(summaries.documentId, documentId), eq(summaries.run, run), inArray(summaries.state, ['requested', 'running']));
}

async function placeSentences(desk: Desk, { documentId }: SummaryJob, read: ReadSummary): Promise<SummarySentence[]> {
  if (read.sentences.length > 0) return read.sentences.map(({ text, evidence }) => ({ text, evidence }));
  const [document] = await desk.database.select({ sha256: documents.sha256 }).from(documents).where(eq(documents.id, documentId));
  const reading = document ? await desk.reader.find(document.sha256) : null;
  const pages = document && reading ? await desk.reader.listPages(document.sha256, 1, Math.min(reading.page_count, MOST_PAGES)) : [];
  return locateSentences(read.text, pages);
}
