import { eq, sql } from 'drizzle-orm';
import type { Failure } from '#lib/contract/problems/problem.ts';
import { ProblemError } from '#lib/contract/problems/problem-error.ts';
import { now } from '#lib/platform/clock.ts';
import type { Database, Transaction } from '#lib/platform/database/database.ts';
import { findOutage } from '#lib/platform/outage-error.ts';
import { MOST_DEATHS, type QueueJob } from '#lib/platform/queue/queue-job.ts';
import { findOpenSpan } from '#lib/platform/trace-context.ts';
import type { Desk, ReadJob } from '../context/desk.ts';
import { findPassword } from '../documents/find-password.ts';
import { forgetPassword } from '../documents/forget-password.ts';
import { documents, type ListedAttachment, submissions } from '../documents/tables.ts';
import { listedAttachments } from './listed-attachments.ts';

const PROGRESS_MS = 700;
const MOST_WARNINGS = 100;

/**
 * Makes the desk's own reading of a document, for pages, words and evidence where the deployment's are not shared. When
 * the file cannot be read here, values can still be reviewed without pages.
 */
export async function readDocument(desk: Desk, job: QueueJob<ReadJob>): Promise<void> {
  const { documentId } = job.data;
  const [row] = await desk.database.select().from(documents).where(eq(documents.id, documentId));
  if (!row) return;
  const sending = await findSending(desk.database, documentId);
  const record = async (columns: {
    pagesRead: number;
    pageCount: number | null;
    mediaType?: string | null;
    attachments?: ListedAttachment[];
    readingWarnings?: string[];
  }) => {
    const set = {
      pagesRead: columns.pagesRead,
      // what is known stays: the deployment may have told it since the row was read
      pageCount: sql`coalesce(${documents.pageCount}, ${columns.pageCount}::int)`,
      mediaType: sql`coalesce(${documents.mediaType}, ${columns.mediaType ?? null}::text)`,
      ...(columns.attachments ? { attachments: row.attachments ?? columns.attachments } : {}),
      ...(columns.readingWarnings ? { readingWarnings: columns.readingWarnings.slice(0, MOST_WARNINGS) } : {}),
    };
    await desk.database
      .update(documents)
      .set({ ...set, readingFailure: null, updatedAt: now() })
      .where(eq(documents.id, documentId));
  };
  let recordedAt = 0;
  let recording: Promise<unknown> = Promise.resolve();
  try {
    const reading = await desk.reader.read({
      sha256: row.sha256,
      name: row.name,
      password: await findPassword(desk, documentId),
      signal: job.signal,
      onProgress: ({ pagesRead, pageCount, mediaType }) => {
        if (Date.now() - recordedAt < PROGRESS_MS) return;
        recordedAt = Date.now();
        recording = recording.then(() => record({ pagesRead, pageCount, mediaType })).catch(() => undefined);
      },
    });
    await recording;
    const { page_count: pages, media_type: mediaType, warnings: readingWarnings } = reading;
    await record({ pagesRead: pages, pageCount: pages, mediaType, attachments: listedAttachments(reading.attachments), readingWarnings });
  } catch (error) {
    await recording;
    if (findOutage(error) || (!(error instanceof ProblemError) && (error as Error).name !== 'ReadError')) throw error;
    const { code, message } = error as Failure;
    desk.log.info('the desk could not read a file itself', { document: documentId, code });
    findOpenSpan()?.fail(code);
    await recordFailure(desk, { documentId, sending }, { code, message });
  }
  await forgetPassword(desk, documentId);
}

/** Records that the file cannot be read, of a document whose job failed for good. */
export async function giveUpReading(desk: Desk, job: QueueJob<ReadJob>): Promise<void> {
  const { documentId } = job.data;
  const message =
    job.deaths >= MOST_DEATHS
      ? 'The program that reads files stopped twice while reading this file. It is not tried again.'
      : 'The file could not be read after several attempts.';
  const sending = await findSending(desk.database, documentId);
  await recordFailure(desk, { documentId, sending }, { code: 'reading_crashed', message });
  await forgetPassword(desk, documentId);
}

async function findSending(database: Database | Transaction, documentId: string): Promise<number | undefined> {
  const [row] = await database.select({ sending: submissions.sending }).from(submissions).where(eq(submissions.documentId, documentId));
  return row?.sending;
}

/** Keeps why a file could not be read, unless it was sent again meanwhile: then it is read anew, perhaps with a password. */
async function recordFailure(desk: Desk, of: { documentId: string; sending: number | undefined }, failure: Failure): Promise<void> {
  await desk.database.transaction(async (transaction) => {
    const ofDocument = eq(documents.id, of.documentId);
    await transaction.select({ id: documents.id }).from(documents).where(ofDocument).for('update');
    if ((await findSending(transaction, of.documentId)) !== of.sending) return;
    await transaction.update(documents).set({ readingFailure: failure, updatedAt: now() }).where(ofDocument);
  });
}
