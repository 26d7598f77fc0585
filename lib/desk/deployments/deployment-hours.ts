import { and, gte, inArray, lt, type SQLWrapper, sql } from 'drizzle-orm';
import type { Executor } from '#lib/platform/database/database.ts';
import { deploymentHours } from './tables.ts';

const KEPT_DAYS = 7;
const H = deploymentHours;
const HOUR = sql`date_trunc('hour', statement_timestamp())`;

/** Counts a request in its hour. */
export async function countRequest(
  executor: Executor,
  deploymentId: string,
  { isRefused, isFailed }: { isRefused: boolean; isFailed: boolean },
): Promise<void> {
  const [refused, failed] = [Number(isRefused), Number(isFailed)];
  await executor
    .insert(H)
    .values({ deploymentId, hour: HOUR, requests: 1, refused, failed })
    .onConflictDoUpdate({
      target: [H.deploymentId, H.hour],
      set: { requests: sql`${H.requests} + 1`, refused: sql`${H.refused} + ${refused}`, failed: sql`${H.failed} + ${failed}` },
    });
}

export type HourCounts = { deploymentId: string; since: Date; requests: number; refused: number; failed: number };

/** The requests of this hour and the one before it, of each deployment that got some. `since`: when the earlier one began. */
export async function countRecentRequests(executor: Executor, deploymentIds: string[]): Promise<HourCounts[]> {
  const sum = (column: SQLWrapper) => sql<number>`sum(${column})::int`;
  return executor
    .select({
      deploymentId: H.deploymentId,
      since: sql`${HOUR} - interval '1 hour'`.mapWith(H.hour),
      requests: sum(H.requests),
      refused: sum(H.refused),
      failed: sum(H.failed),
    })
    .from(H)
    .where(and(inArray(H.deploymentId, deploymentIds), gte(H.hour, sql`${HOUR} - interval '1 hour'`)))
    .groupBy(H.deploymentId);
}

/** Removes the hours that are over for some days. */
export async function removeOldHours(executor: Executor): Promise<void> {
  await executor.delete(H).where(lt(H.hour, sql`statement_timestamp() - ${KEPT_DAYS} * interval '1 day'`));
}
