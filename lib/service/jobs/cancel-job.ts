import { and, eq, inArray, sql } from 'drizzle-orm';
import { ProblemError } from '#lib/contract/problems/problem-error.ts';
import type { JobKind } from '#lib/contract/service/job.ts';
import type { ServiceContext } from '../context/service-context.ts';
import { type JobRow, jobs } from '../context/tables.ts';
import { getJob } from './get-job.ts';

/**
 * Cancels a job that is not settled; a cancelled one stays as it is.
 * @throws ProblemError `not_found`, `conflict` when it completed or failed before
 */
export async function cancelJob({ database }: ServiceContext, kind: JobKind, id: string): Promise<JobRow> {
  const [row] = await database
    .update(jobs)
    .set({ status: 'cancelled', completedAt: sql`now()`, updatedAt: sql`now()` })
    .where(and(eq(jobs.id, id), eq(jobs.kind, kind), inArray(jobs.status, ['pending', 'processing'])))
    .returning();
  if (row) return row;
  const found = await getJob(database, kind, id);
  if (found.status === 'cancelled') return found;
  throw new ProblemError('conflict', `The job is ${found.status} already and cannot be cancelled.`);
}
