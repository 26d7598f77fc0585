import { ProblemError } from '#lib/contract/problems/problem-error.ts';
import type { Executor } from '#lib/platform/database/database.ts';
import type { JobRow } from '../context/tables.ts';
import { getJob } from './get-job.ts';

/** A summary of this document. @throws ProblemError `not_found` */
export async function getSummary(executor: Executor, documentId: string, id: string): Promise<JobRow> {
  const row = await getJob(executor, 'summary', id).catch((error: unknown) => {
    if (error instanceof ProblemError && error.code === 'not_found') return null;
    throw error;
  });
  if (row?.documentId !== documentId.toLowerCase()) throw new ProblemError('not_found', 'This document has no summary with this id.');
  return row;
}
