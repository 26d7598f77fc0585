import { and, inArray, lt, sql } from 'drizzle-orm';
import type { Database } from '#lib/platform/database/database.ts';
import { jobs } from '../context/tables.ts';

const KEPT_HOURS = 1;

/** Removes the jobs that extracted with a draft and were settled, once they are an hour old. */
export async function removePreviews(database: Database): Promise<void> {
  const isPreview = sql`(${jobs.options} -> 'draft') is not null`;
  const isOld = lt(jobs.createdAt, sql`now() - ${KEPT_HOURS} * interval '1 hour'`);
  await database.delete(jobs).where(and(isPreview, isOld, inArray(jobs.status, ['completed', 'failed', 'cancelled'])));
}
