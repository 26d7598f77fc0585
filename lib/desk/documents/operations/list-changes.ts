import { asc, count, gt, inArray } from 'drizzle-orm';
import type { DocumentChanges } from '#lib/contract/desk/desk-document.ts';
import { IN_FLIGHT_STATES } from '#lib/contract/desk/groups-of-states.ts';
import type { Desk } from '../../context/desk.ts';
import { selectListed, toDeskDocument } from '../desk-document.ts';
import { documents, removedDocuments } from '../tables.ts';
import { readHorizon } from './list-documents.ts';

const AT_ONCE = 2000;

/**
 * What changed since a cursor, in one answer however many documents are in flight. The cursor is `change` of the last
 * answer (see `readHorizon`): a document may come twice, told apart by its own `change`, but none is missed.
 * @param since 0 asks for everything, oldest change first, in portions of at most 2,000
 * @param readerId who asks, see `isWithheld`
 */
export async function listChanges(desk: Desk, since: number, readerId?: string): Promise<Omit<DocumentChanges, 'unread'>> {
  const { database } = desk;
  const horizon = await readHorizon(database);
  // a cursor from the future belongs to a database that was since restored from elsewhere: begin anew
  const from = since > horizon ? 0 : since;
  const [rows, removed, [flying]] = await Promise.all([
    selectListed(database, readerId)
      .where(gt(documents.changedIn, from))
      .orderBy(asc(documents.changedIn), asc(documents.id))
      .limit(AT_ONCE),
    database.select({ id: removedDocuments.id }).from(removedDocuments).where(gt(removedDocuments.changedIn, from)),
    database.select({ total: count() }).from(documents).where(inArray(documents.state, IN_FLIGHT_STATES)),
  ]);
  const last = rows.length === AT_ONCE ? rows.at(-1)?.changedIn : undefined;
  const change = last === undefined ? horizon : Math.min(Math.max(last - 1, from + 1), horizon);
  return { documents: rows.map(toDeskDocument), removed: removed.map(({ id }) => id), change, in_flight: flying?.total ?? 0 };
}
