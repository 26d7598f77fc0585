import { gt, lte, type SQL, sql } from 'drizzle-orm';
import type { DocumentLock } from '#lib/contract/desk/desk-document.ts';
import { ProblemError } from '#lib/contract/problems/problem-error.ts';
import type { Executor } from '#lib/platform/database/database.ts';
import { documents } from './tables.ts';

/** A lock ends by itself so long after its holder was last heard of; browsers ask every 15 s. */
export const LOCK_SECONDS = 45;

type LockColumns = Pick<
  typeof documents.$inferSelect,
  'lockHolderId' | 'lockHolderName' | 'lockTab' | 'lockSince' | 'lockExpiresAt' | 'lockAhead'
>;

/** The columns of a document that nobody works on. */
export const UNLOCKED = {
  lockHolderId: null,
  lockHolderName: null,
  lockTab: null,
  lockSince: null,
  lockExpiresAt: null,
  lockAhead: false,
} as const;

/** The columns of a document that `holder` works on in `tab` from now on, by the database's clock. */
export function lockedBy(holder: { id: string; name: string }, tab: string, ahead = false) {
  return {
    lockHolderId: holder.id,
    lockHolderName: holder.name,
    lockTab: tab,
    lockSince: sql`clock_timestamp()`,
    lockExpiresAt: lockEnd(),
    lockAhead: ahead,
  };
}

/** When a lock that is kept now would end. */
export function lockEnd(): SQL {
  return sql`clock_timestamp() + make_interval(secs => ${LOCK_SECONDS})`;
}

/** The documents whose lock has ended without being given back. */
export function hasEndedLock(): SQL {
  return lte(documents.lockExpiresAt, sql`clock_timestamp()`);
}

/** Who works on the document, as the browser gets it; null when nobody does or the lock ended. */
export function toLock(row: LockColumns): DocumentLock | null {
  const { lockHolderId: id, lockHolderName: name, lockTab: tab, lockSince: since, lockExpiresAt: ends, lockAhead: ahead } = row;
  if (!id || !tab || !since || !ends || ends.getTime() <= Date.now()) return null;
  return { holder: { id, name: name ?? '' }, tab, since: since.toISOString(), ahead };
}

/** The lock of a row that is held for update, if it is in force by the database's clock. */
export async function findLock(executor: Executor, row: LockColumns & { id: string }): Promise<DocumentLock | null> {
  if (!row.lockHolderId || !row.lockTab || !row.lockSince) return null;
  const [live] = await executor
    .select({ id: documents.id })
    .from(documents)
    .where(sql`${documents.id} = ${row.id} and ${gt(documents.lockExpiresAt, sql`clock_timestamp()`)}`);
  if (!live) return null;
  const holder = { id: row.lockHolderId, name: row.lockHolderName ?? '' };
  return { holder, tab: row.lockTab, since: row.lockSince.toISOString(), ahead: row.lockAhead };
}

/**
 * Lets only the holder of a document's lock write, and anyone while nobody holds it. A lock that was only taken in advance
 * hinders nobody.
 * @param tab the tab that writes; a caller without one (a list, a program) is hindered by other people only
 * @throws ProblemError `document_locked` with the lock in `extra.lock`
 */
export async function refuseLocked(
  executor: Executor,
  row: LockColumns & { id: string },
  actor: { id: string },
  tab: string | undefined,
): Promise<void> {
  if (!row.lockHolderId || row.lockAhead) return;
  const isOwn = row.lockHolderId === actor.id;
  if (isOwn && (tab === undefined || row.lockTab === tab)) return;
  const lock = await findLock(executor, row);
  if (lock) throw documentLocked(lock, isOwn);
}

/** The refusal that names who works on the document. */
export function documentLocked(lock: DocumentLock, isOwn: boolean): ProblemError {
  const who = isOwn ? 'You are checking this document in another tab' : `${lock.holder.name} is checking this document`;
  return new ProblemError('document_locked', `${who}. Take it over to change it.`, { extra: { lock } });
}
