import { eq, sql } from 'drizzle-orm';
import { ProblemError } from '#lib/contract/problems/problem-error.ts';
import type { JobKind } from '#lib/contract/service/job.ts';
import { newId } from '#lib/platform/clock.ts';
import type { Transaction } from '#lib/platform/database/database.ts';
import { JOB_QUEUE } from '../context/queues.ts';
import type { ServiceContext } from '../context/service-context.ts';
import { documents, type JobRow, jobs } from '../context/tables.ts';
import { getSchema } from '../schemas/get-schema.ts';

/** `options.draft`: a draft to extract by, of a schema that need not exist. `submitter`: whose turn it takes. */
export type NewJob = { kind: JobKind; documentId: string; schemaId?: string; options?: Record<string, unknown>; submitter: string };

/**
 * Creates a job. It waits while the document is being indexed, at most for the processing window.
 * @param onSaved runs in the same transaction
 * @throws ProblemError `not_found` for an unknown document or schema, `document_not_ready` when indexing has failed
 */
export async function createJob(
  { database, queue, config }: ServiceContext,
  { kind, documentId, schemaId, options = {}, submitter }: NewJob,
  onSaved?: (tx: Transaction, row: JobRow) => Promise<void>,
): Promise<JobRow> {
  return database.transaction(async (tx) => {
    // shared lock: either we see the document ready, or the one who makes it ready sees our job
    const [document] = await tx.select().from(documents).where(eq(documents.id, documentId)).for('share');
    if (!document) throw missing('/document_id', 'There is no document with this id.');
    const schema = schemaId === undefined ? null : await getSchema(tx, schemaId).catch(() => null);
    if (schemaId !== undefined && !schema && !options.draft) throw missing('/schema_id', 'There is no schema with this id.');
    if (document.status === 'failed') {
      throw new ProblemError(
        'document_not_ready',
        `The document could not be indexed: ${document.error?.message ?? 'the reason is unknown.'}`,
      );
    }
    const [row] = await tx
      .insert(jobs)
      .values({
        id: newId(),
        kind,
        documentId,
        schemaId: schema?.id ?? schemaId ?? null,
        schemaVersion: schema?.version ?? null,
        options,
        deadlineAt: sql`now() + ${config.service.processingWindowMs} * interval '1 millisecond'`,
      })
      .returning();
    await onSaved?.(tx, row!);
    if (document.status === 'completed') await queue.send(JOB_QUEUE, { jobId: row!.id }, { tx, submitter });
    return row!;
  });
}

function missing(pointer: string, message: string): ProblemError {
  return new ProblemError('not_found', message, { errors: [{ pointer, message }] });
}
