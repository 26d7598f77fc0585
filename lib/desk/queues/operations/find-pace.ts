import { and, desc, eq, inArray, isNotNull } from 'drizzle-orm';
import type { Executor } from '#lib/platform/database/database.ts';
import { decisions } from '../../review/tables.ts';

const LAST = 31;
/** A longer time between two decisions was a pause. */
const PAUSE_MS = 15 * 60_000;
const FEWEST = 3;

/**
 * A person's own pace in the review: the median of the seconds between their last decisions there, pauses left out; null when there
 * are too few. Decisions on many documents at once have no effort that the review measured, and tell nothing of it.
 */
export async function findPace(executor: Executor, personId: string): Promise<number | null> {
  const rows = await executor
    .select({ at: decisions.at })
    .from(decisions)
    .where(
      and(eq(decisions.actorId, personId), inArray(decisions.kind, ['approve', 'first_approve', 'reject']), isNotNull(decisions.effort)),
    )
    .orderBy(desc(decisions.at))
    .limit(LAST);
  const gaps = rows.slice(1).map((row, index) => rows[index]!.at.getTime() - row.at.getTime());
  const working = gaps.filter((gap) => gap <= PAUSE_MS).sort((a, b) => a - b);
  if (working.length < FEWEST) return null;
  return Math.max(1, Math.round((working[Math.floor((working.length - 1) / 2)]! + working[Math.ceil((working.length - 1) / 2)]!) / 2000));
}
