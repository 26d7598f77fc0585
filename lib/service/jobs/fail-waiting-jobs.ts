import { and, eq, inArray, lt, sql } from 'drizzle-orm';
import type { Database, Transaction } from '#lib/platform/database/database.ts';
import { documents, jobs } from '../context/tables.ts';

function asFailed(message: string) {
  return { status: 'failed' as const, error: { code: 'document_not_ready', message }, completedAt: sql`now()`, updatedAt: sql`now()` };
}

/** Fails the jobs that wait for a document which will never be ready. */
export async function failWaitingJobs(tx: Transaction, documentId: string, message: string): Promise<void> {
  await tx
    .update(jobs)
    .set(asFailed(message))
    .where(and(eq(jobs.documentId, documentId), eq(jobs.status, 'pending')));
}

/** Fails the jobs whose document was not indexed within the processing window; returns how many. */
export async function failOverdueJobs(database: Database): Promise<number> {
  const unread = database
    .select({ id: documents.id })
    .from(documents)
    .where(inArray(documents.status, ['pending', 'processing']));
  const failed = await database
    .update(jobs)
    .set(asFailed('The document was not indexed within the processing window. Wait until it is completed and submit the job again.'))
    .where(and(eq(jobs.status, 'pending'), lt(jobs.deadlineAt, sql`now()`), inArray(jobs.documentId, unread)))
    .returning({ id: jobs.id });
  return failed.length;
}
