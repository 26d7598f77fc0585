import { setTimeout as sleep } from 'node:timers/promises';
import { isSettled } from '#lib/contract/job.ts';
import { ProblemError } from '#lib/contract/problem-error.ts';
import type { Executor } from '#lib/platform/database.ts';
import { getDocument } from '../documents/get-document.ts';
import type { ServiceContext } from '../service-context.ts';
import type { JobRow } from '../tables.ts';
import { getJob } from './get-job.ts';

const FIRST_POLL_MS = 100;
const LAST_POLL_MS = 1000;

/** A summary of this document. @throws ProblemError `not_found` */
export async function getSummary(executor: Executor, documentId: string, id: string): Promise<JobRow> {
  const row = await getJob(executor, 'summary', id).catch(() => null);
  if (row?.documentId !== documentId.toLowerCase()) throw new ProblemError('not_found', 'This document has no summary with this id.');
  return row;
}

/**
 * Waits until a summary is settled. A document that is not processed within the processing window ends the wait; a summary
 * that is still being made that long after it is given back as it is.
 * @throws ProblemError `document_not_processed` (408), `document_not_ready`, `extraction_failed`, `conflict` when cancelled
 */
export async function waitForSummary(
  { database, config }: ServiceContext,
  documentId: string,
  id: string,
  signal: AbortSignal,
): Promise<JobRow> {
  const windowMs = config.service.processingWindowMs;
  const started = performance.now();
  for (let pause = FIRST_POLL_MS; ; pause = Math.min(pause * 1.5, LAST_POLL_MS)) {
    const row = await getSummary(database, documentId, id);
    const document = await getDocument(database, documentId);
    const processed = document.status === 'completed' || document.status === 'failed';
    const overdue = performance.now() - started >= windowMs;
    if (!processed && (overdue || isSettled(row.status)) && row.status !== 'cancelled') {
      throw new ProblemError(
        'document_not_processed',
        `The document was not processed within ${Math.round(windowMs / 1000)} seconds. Try again later.`,
      );
    }
    if (row.status === 'completed') return row;
    if (row.status === 'cancelled') throw new ProblemError('conflict', 'The summary was cancelled.');
    if (row.status === 'failed') {
      throw new ProblemError(row.error?.code === 'document_not_ready' ? 'document_not_ready' : 'extraction_failed', row.error?.message);
    }
    if (performance.now() - started >= 2 * windowMs) return row;
    await sleep(pause, undefined, { signal }).catch(() => {
      throw new ProblemError('upload_interrupted', 'The caller hung up.');
    });
  }
}
