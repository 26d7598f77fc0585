import { and, eq, exists, inArray, not, sql } from 'drizzle-orm';
import { IN_FLIGHT_STATES } from '#lib/contract/desk/groups-of-states.ts';
import { logTrouble } from '#lib/platform/log-trouble.ts';
import { findOutage } from '#lib/platform/outage-error.ts';
import type { Desk } from '../../context/desk.ts';
import { documents } from '../../documents/tables.ts';
import { staleSearches } from '../tables.ts';
import { indexDocument } from './index-document.ts';

/** Documents taken at a time, and for how long no other worker takes them. */
const TAKEN = 20;
const TAKEN_SECONDS = 120;
/** One that is being read or extracted is about to change again: it is left for so long after its last change. */
const UNDER_WAY_SECONDS = 5;
/** A document that fails so often is left until it changes, or for so long. */
const MOST_ATTEMPTS = 5;
const LEFT_HOURS = 24;

/**
 * Writes the search rows of documents that changed, the latest changes first, until there are none. What is not finished when the
 * program dies is taken again. One that cannot be done does not stop the others.
 * @param options.sparesUnderWay leaves those that are about to change again
 * @returns how many were done
 */
export async function indexStale(
  desk: Desk,
  { isEnding = () => false, sparesUnderWay = false }: { isEnding?: () => boolean; sparesUnderWay?: boolean } = {},
): Promise<number> {
  let done = 0;
  for (;;) {
    const taken = isEnding() ? [] : await takeStale(desk, sparesUnderWay);
    if (taken.length === 0) return done;
    for (const { documentId, turn, attempts } of taken) {
      if (isEnding()) return done;
      try {
        await indexDocument(desk, documentId, turn);
        done += 1;
      } catch (error) {
        if (findOutage(error)) throw error;
        logTrouble(desk.log, 'a document could not be made searchable', error);
        if (attempts >= MOST_ATTEMPTS) await leave(desk, documentId);
      }
    }
  }
}

function takeStale(desk: Desk, sparesUnderWay: boolean) {
  const isUnderWay = exists(
    desk.database
      .select({ id: documents.id })
      .from(documents)
      .where(
        and(
          eq(documents.id, staleSearches.documentId),
          inArray(documents.state, IN_FLIGHT_STATES),
          sql`${documents.updatedAt} > clock_timestamp() - make_interval(secs => ${UNDER_WAY_SECONDS})`,
        ),
      ),
  );
  const due = desk.database
    .select({ id: staleSearches.documentId })
    .from(staleSearches)
    .where(and(sql`due_at <= clock_timestamp()`, sparesUnderWay ? not(isUnderWay) : undefined))
    .orderBy(sql`turn desc`)
    .limit(TAKEN)
    .for('update', { skipLocked: true });
  return desk.database
    .update(staleSearches)
    .set({ dueAt: sql`clock_timestamp() + make_interval(secs => ${TAKEN_SECONDS})`, attempts: sql`${staleSearches.attempts} + 1` })
    .where(inArray(staleSearches.documentId, due))
    .returning({ documentId: staleSearches.documentId, turn: staleSearches.turn, attempts: staleSearches.attempts });
}

async function leave(desk: Desk, documentId: string): Promise<void> {
  await desk.database
    .update(staleSearches)
    .set({ dueAt: sql`clock_timestamp() + make_interval(hours => ${LEFT_HOURS})` })
    .where(eq(staleSearches.documentId, documentId));
}
