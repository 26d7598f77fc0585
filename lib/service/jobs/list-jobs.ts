import { and, desc, eq, lt } from 'drizzle-orm';
import type { JobKind, JobStatus } from '#lib/contract/service/job.ts';
import type { Database } from '#lib/platform/database/database.ts';
import { type ListPage, parseCursor, toListPage } from '../context/cursor.ts';
import { jobs } from '../context/tables.ts';
import { type Job, toJob } from './to-job.ts';

export type JobFilter = { status?: JobStatus; document_id?: string; cursor?: string; limit: number };

/** A page of jobs of one kind, newest first. @throws ProblemError `invalid_request` for a wrong cursor */
export async function listJobs(database: Database, kind: JobKind, filter: JobFilter): Promise<ListPage<Job>> {
  const after = parseCursor(filter.cursor);
  const rows = await database
    .select()
    .from(jobs)
    .where(
      and(
        eq(jobs.kind, kind),
        filter.status ? eq(jobs.status, filter.status) : undefined,
        filter.document_id ? eq(jobs.documentId, filter.document_id) : undefined,
        after ? lt(jobs.id, after) : undefined,
      ),
    )
    .orderBy(desc(jobs.id))
    .limit(filter.limit + 1);
  return toListPage(rows, filter.limit, toJob);
}
