import { and, asc, eq, lt } from 'drizzle-orm';
import { now } from '#lib/platform/clock.ts';
import { logTrouble } from '#lib/platform/log-trouble.ts';
import type { Desk } from '../context/desk.ts';
import { documents } from '../documents/tables.ts';
import { secondOpinions } from '../review/tables.ts';
import { findAsked } from './find-asked.ts';
import { settleOpinion } from './settle-opinion.ts';

/** No document waits longer for its second opinion before it may approve itself, however many are asked about before it. */
const MOST_HELD_MS = 10 * 60_000;
const AT_ONCE = 200;

/** Has documents approve themselves whose second opinion takes too long, as they could without one. It is waited for all the same. */
export async function releaseApprovals(desk: Desk): Promise<void> {
  const before = new Date(now().getTime() - MOST_HELD_MS);
  const held = await desk.database
    .select({ id: documents.id })
    .from(secondOpinions)
    .innerJoin(documents, eq(documents.id, secondOpinions.documentId))
    .where(
      and(
        eq(secondOpinions.state, 'waiting'),
        eq(secondOpinions.holdsApproval, true),
        eq(documents.state, 'to_review'),
        lt(secondOpinions.at, before),
      ),
    )
    .orderBy(asc(secondOpinions.at))
    .limit(AT_ONCE);
  for (const { id } of held) {
    try {
      const asked = await findAsked(desk.database, id);
      if (asked) await settleOpinion(desk, asked, { state: 'waiting' });
    } catch (error) {
      logTrouble(desk.log, 'a document that waited for a second opinion could not be let go', error);
    }
  }
}
