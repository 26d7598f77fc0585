import { and, eq, inArray, sql } from 'drizzle-orm';
import type { Failure } from '#lib/contract/problems/problem.ts';
import type { ReadingSummary } from '#lib/contract/service/reading.ts';
import type { Transaction } from '#lib/platform/database/database.ts';
import { MOST_DEATHS, type QueueJob } from '#lib/platform/queue/queue-job.ts';
import { tellSettled } from '#lib/platform/queue/settled-notices.ts';
import { decrypt, secretOf } from '#lib/platform/secrets.ts';
import { findOpenSpan } from '#lib/platform/trace-context.ts';
import { ReadError } from '#lib/reading/model/read-error.ts';
import { JOB_QUEUE } from '../context/queues.ts';
import type { ServiceContext } from '../context/service-context.ts';
import { type DocumentRow, documents, jobs } from '../context/tables.ts';
import { failWaitingJobs } from '../jobs/fail-waiting-jobs.ts';
import { oneAtATime } from './one-at-a-time.ts';
import { type ReceivedAttachment, receiveAttachments } from './receive-attachments.ts';
import { removeUnusedFile } from './remove-unused-file.ts';
import { saveAttachments } from './save-attachments.ts';

const PROGRESS_MS = 700;
/** Attachments named in answers. */
const MOST_LISTED = 1000;
const MOST_WARNINGS = 100;
const UNSETTLED = ['pending', 'processing'] as const;

export type IndexData = { documentId: string };

/** Works off one index job: reads the file and settles the document. Running twice does no harm. */
export async function indexDocument(context: ServiceContext, job: QueueJob<IndexData>): Promise<undefined> {
  const row = await claimDocument(context, job.data.documentId);
  if (!row) return;
  let isSaved = false;
  try {
    const summary = await readFile(context, row, job);
    findOpenSpan()?.set({ 'countersign.document.media_type': summary.media_type, 'countersign.document.pages': summary.page_count });
    isSaved = await completeDocument(context, row, summary, job);
  } catch (error) {
    if (!(error instanceof ReadError)) throw error;
    context.log.info('a document could not be read', { document: row.id, code: error.code });
    findOpenSpan()?.fail(error.code);
    isSaved = await settleDocument(context, row, { code: error.code, message: error.message }, job);
  } finally {
    // a document that was there when its reading was settled is removed with all that was read
    if (!isSaved) await removeOrphans(context, [row.sha256]);
  }
}

/** Settles a document whose index job failed for good. */
export async function giveUpDocument(context: ServiceContext, job: QueueJob<IndexData>): Promise<undefined> {
  const row = await claimDocument(context, job.data.documentId);
  if (!row) return;
  const message =
    job.deaths >= MOST_DEATHS
      ? 'The program that reads files stopped twice while reading this file. It is not tried again. Save it again and send that.'
      : 'The file could not be read after several attempts. Save it again and send it again.';
  const failure = { code: 'reading_crashed', message };
  await settleDocument(context, row, failure, job);
}

async function claimDocument({ database }: ServiceContext, id: string): Promise<DocumentRow | undefined> {
  const [row] = await database
    .update(documents)
    .set({ status: 'processing', attempt: sql`${documents.attempt} + 1`, pagesRead: 0, updatedAt: sql`now()` })
    .where(and(eq(documents.id, id), inArray(documents.status, UNSETTLED)))
    .returning();
  return row;
}

async function readFile({ reader, database, config }: ServiceContext, row: DocumentRow, job: QueueJob<IndexData>): Promise<ReadingSummary> {
  const gone = new AbortController();
  const latest = { pagesRead: 0, pageCount: null as number | null };
  let timer: NodeJS.Timeout | undefined;
  let writing = Promise.resolve();
  const write = async () => {
    const updated = await database
      .update(documents)
      .set({ ...latest, updatedAt: sql`now()` })
      .where(and(eq(documents.id, row.id), eq(documents.attempt, row.attempt), eq(documents.status, 'processing')))
      .returning({ id: documents.id });
    if (updated.length === 0) gone.abort(new Error('The document was removed or taken over.'));
  };
  try {
    return await reader.read({
      sha256: row.sha256,
      name: row.name,
      ...(row.password ? { password: decrypt(secretOf(config, 'encryption-key'), row.password) } : {}),
      signal: AbortSignal.any([job.signal, gone.signal]),
      urgent: job.express,
      onProgress: ({ pagesRead, pageCount }) => {
        Object.assign(latest, { pagesRead, pageCount });
        timer ??= setTimeout(() => {
          timer = undefined;
          writing = writing.then(write).catch(() => undefined);
        }, PROGRESS_MS);
      },
    });
  } finally {
    clearTimeout(timer);
    await writing;
  }
}

/** Settles a document that was read, and makes documents of its attachments. @returns false when it was removed or taken over */
async function completeDocument(
  context: ServiceContext,
  row: DocumentRow,
  summary: ReadingSummary,
  job: QueueJob<IndexData>,
): Promise<boolean> {
  const attachments = await receiveAttachments(context, row, summary);
  try {
    return await settleDocument(context, row, summary, job, attachments);
  } finally {
    // after `keep` there is nothing left to discard
    for (const { received } of attachments) await received.discard();
  }
}

async function settleDocument(
  context: ServiceContext,
  row: DocumentRow,
  outcome: ReadingSummary | Failure,
  job: QueueJob<IndexData>,
  attachments: ReceivedAttachment[] = [],
): Promise<boolean> {
  const { database, queue } = context;
  const settled =
    'sha256' in outcome
      ? {
          status: 'completed' as const,
          pageCount: outcome.page_count,
          pagesRead: outcome.page_count,
          mediaType: outcome.media_type,
          error: null,
          attachments: outcome.attachments.slice(0, MOST_LISTED),
          warnings: outcome.warnings.slice(0, MOST_WARNINGS),
        }
      : { status: 'failed' as const, error: { code: outcome.code, message: outcome.message } };
  const settle = async (tx: Transaction) => {
    const saved = await tx
      .update(documents)
      .set({ ...settled, password: null, updatedAt: sql`now()` })
      .where(and(eq(documents.id, row.id), eq(documents.attempt, row.attempt), eq(documents.status, 'processing')))
      .returning({ told: tellSettled(documents.id) });
    if (saved.length > 0 && settled.status === 'completed') {
      const waiting = await tx
        .select({ id: jobs.id })
        .from(jobs)
        .where(and(eq(jobs.documentId, row.id), eq(jobs.status, 'pending')));
      for (const { id } of waiting) await queue.send(JOB_QUEUE, { jobId: id }, { tx, submitter: job.submitter ?? row.id });
      await saveAttachments(context, tx, row, attachments, job.submitter ?? undefined);
    }
    if (saved.length > 0 && settled.status === 'failed') {
      await failWaitingJobs(tx, row.id, `The document could not be indexed: ${settled.error.message}`);
    }
    await job.finish(tx);
    return saved.length > 0;
  };
  try {
    return await database.transaction(settle);
  } catch (error) {
    await removeOrphans(
      context,
      attachments.map(({ received }) => received.sha256),
    ).catch(() => undefined);
    throw error;
  }
}

/** A document removed while it was being read, and one that could not be saved, must leave nothing behind. */
async function removeOrphans(context: ServiceContext, hashes: string[]): Promise<void> {
  for (const sha256 of hashes) {
    await oneAtATime(context.database, () => context.database.transaction((tx) => removeUnusedFile(context, tx, sha256)));
  }
}
