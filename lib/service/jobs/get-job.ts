import { and, eq } from 'drizzle-orm';
import { ProblemError } from '#lib/contract/problems/problem-error.ts';
import type { JobKind } from '#lib/contract/service/job.ts';
import type { Executor } from '#lib/platform/database/database.ts';
import { type JobRow, jobs } from '../context/tables.ts';

/** @throws ProblemError `not_found`, also for a job of another kind */
export async function getJob(executor: Executor, kind: JobKind, id: string): Promise<JobRow> {
  const [row] = await executor
    .select()
    .from(jobs)
    .where(and(eq(jobs.id, id), eq(jobs.kind, kind)));
  if (!row) throw new ProblemError('not_found', `There is no ${kind} job with this id.`);
  return row;
}
