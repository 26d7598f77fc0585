import { and, eq, gt, lte, or, type SQL, sql } from 'drizzle-orm';
import type { DocumentLock } from '#lib/contract/desk/desk-document.ts';
import { ProblemError } from '#lib/contract/problems/problem-error.ts';
import type { Executor, Transaction } from '#lib/platform/database/database.ts';
import { documentLocks, documents } from '../tables.ts';

/** A lock ends by itself so long after its holder was last heard of; browsers ask every 15 s. */
export const LOCK_SECONDS = 45;

type LockRow = typeof documentLocks.$inferSelect;

/** A lock that was given back by a page that may be reloaded ends so soon. */
const RELOAD_SECONDS = 10;

/**
 * Makes `holder` the one who works on a locked row's document in `tab` from now on, by the database's clock. It replaces a lock
 * that has ended, one that the same person could take, and `over`.
 * @param options.over the lock in force that the caller found and takes
 * @returns null when another lock is in force: its holder renewed it since the caller looked
 */
export async function saveLock(
  transaction: Transaction,
  documentId: string,
  { holder, tab, ahead, over }: { holder: { id: string; name: string }; tab: string; ahead: boolean; over?: DocumentLock | null },
): Promise<DocumentLock | null> {
  const columns = {
    holderId: holder.id,
    holderName: holder.name,
    tab,
    since: sql`clock_timestamp()`,
    expiresAt: lockEnd(),
    ahead,
  };
  const [row] = await transaction
    .insert(documentLocks)
    .values({ documentId, ...columns })
    .onConflictDoUpdate({
      target: documentLocks.documentId,
      set: columns,
      setWhere: or(hasEnded(), isFreeFor(holder.id, tab), over ? isHeldIn(over.holder.id, over.tab) : undefined),
    })
    .returning();
  return row ? toLock(row) : null;
}

/** The lock is of this person's tab. */
export function isHeldIn(personId: string, tab: string): SQL | undefined {
  return and(eq(documentLocks.holderId, personId), eq(documentLocks.tab, tab));
}

/** The lock does not hinder this person's tab: it is its own, or the person took it in advance. */
export function isFreeFor(personId: string, tab: string): SQL | undefined {
  return and(eq(documentLocks.holderId, personId), or(eq(documentLocks.tab, tab), eq(documentLocks.ahead, true)));
}

/**
 * Keeps the lock that a tab holds, in one statement, without locking the document's row: only the end of the lock moves. Whoever
 * takes an ended lock at the same moment finds in `saveLock` that it has been kept.
 * @returns null when the tab does not hold it, or only in advance and `ahead` is false
 */
export async function keepLock(
  executor: Executor,
  documentId: string,
  { holder, tab, ahead }: { holder: { id: string }; tab: string; ahead: boolean },
): Promise<DocumentLock | null> {
  const isEnough = ahead ? undefined : eq(documentLocks.ahead, false);
  const [row] = await executor
    .update(documentLocks)
    .set({ expiresAt: lockEnd() })
    .where(and(eq(documentLocks.documentId, documentId), isHeldIn(holder.id, tab), isInForce(), isEnough))
    .returning();
  return row ? toLock(row) : null;
}

/**
 * Lets the lock that a tab holds end in a moment, because the tab leaves the page and may be reloading it. Until then it is like
 * one taken in advance, except that a tab that waits does not get it.
 */
export async function endLockSoon(transaction: Transaction, documentId: string, personId: string, tab: string): Promise<void> {
  await transaction
    .update(documentLocks)
    .set({ ahead: true, expiresAt: lockEnd(RELOAD_SECONDS) })
    .where(and(eq(documentLocks.documentId, documentId), isHeldIn(personId, tab), isInForce()));
}

/** The lock ends within the time that a reload has: its tab left the page, or has not been heard of for long. */
export async function endsSoon(executor: Executor, documentId: string): Promise<boolean> {
  const [row] = await executor
    .select({ documentId: documentLocks.documentId })
    .from(documentLocks)
    .where(and(eq(documentLocks.documentId, documentId), lte(documentLocks.expiresAt, lockEnd(RELOAD_SECONDS))));
  return row !== undefined;
}

/** Gives the lock of a locked row's document back, whoever has it. */
export async function removeLock(transaction: Transaction, documentId: string): Promise<void> {
  await transaction.delete(documentLocks).where(eq(documentLocks.documentId, documentId));
}

/** When a lock that is kept now would end. */
function lockEnd(seconds = LOCK_SECONDS): SQL {
  return sql`clock_timestamp() + make_interval(secs => ${seconds})`;
}

/** The locks that have ended without being given back. */
export function hasEnded(): SQL {
  return lte(documentLocks.expiresAt, sql`clock_timestamp()`);
}

function isInForce(): SQL {
  return gt(documentLocks.expiresAt, sql`clock_timestamp()`);
}

/**
 * A document's lock is in force at the beginning of the statement; unlike `clock_timestamp()` that is a fixed time, which lets
 * PostgreSQL join the tables. @param which condition on the lock
 */
export function isLockedNow(which?: SQL): SQL {
  const ofDocument = eq(documentLocks.documentId, documents.id);
  return sql`exists (select 1 from ${documentLocks} where ${and(ofDocument, gt(documentLocks.expiresAt, sql`statement_timestamp()`), which)})`;
}

/** Who works on the document, as the browser gets it. */
function toLock({ holderId, holderName, tab, since, ahead }: LockRow): DocumentLock {
  return { holder: { id: holderId, name: holderName }, tab, since: since.toISOString(), ahead };
}

/** The lock of a document that is held for update, if it is in force by the database's clock. */
export async function findLock(executor: Executor, documentId: string): Promise<DocumentLock | null> {
  const [row] = await executor
    .select()
    .from(documentLocks)
    .where(and(eq(documentLocks.documentId, documentId), isInForce()));
  return row ? toLock(row) : null;
}

/**
 * Lets only the holder of a document's lock write, and anyone while nobody holds it. A lock that was only taken in advance
 * hinders nobody.
 * @param tab the tab that writes; a caller without one (a list, a program) is hindered by other people only
 * @throws ProblemError `document_locked` with the lock in `extra.lock`
 */
export async function refuseLocked(
  executor: Executor,
  { id }: { id: string },
  actor: { id: string },
  tab: string | undefined,
): Promise<void> {
  const lock = await findLock(executor, id);
  if (!lock || lock.ahead) return;
  const isOwn = lock.holder.id === actor.id;
  if (isOwn && (tab === undefined || lock.tab === tab)) return;
  throw documentLocked(lock, isOwn);
}

/** The refusal that names who works on the document. */
export function documentLocked(lock: DocumentLock, isOwn: boolean): ProblemError {
  const who = isOwn ? 'You are checking this document in another tab' : `${lock.holder.name} is checking this document`;
  return new ProblemError('document_locked', `${who}. Take it over to change it.`, { extra: { lock } });
}
