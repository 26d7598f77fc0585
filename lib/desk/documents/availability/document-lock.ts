import { and, eq, gt, lte, type SQL, sql } from 'drizzle-orm';
import type { DocumentLock } from '#lib/contract/desk/desk-document.ts';
import { ProblemError } from '#lib/contract/problems/problem-error.ts';
import type { Executor, Transaction } from '#lib/platform/database/database.ts';
import { documentLocks, documents } from '../tables.ts';

/** A lock ends by itself so long after its holder was last heard of; browsers ask every 15 s. */
export const LOCK_SECONDS = 45;

type LockRow = typeof documentLocks.$inferSelect;

/** Makes `holder` the one who works on a locked row's document in `tab` from now on, by the database's clock. */
export async function saveLock(
  transaction: Transaction,
  documentId: string,
  { holder, tab, ahead }: { holder: { id: string; name: string }; tab: string; ahead: boolean },
): Promise<DocumentLock> {
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
    .onConflictDoUpdate({ target: documentLocks.documentId, set: columns })
    .returning();
  return toLock(row!);
}

/**
 * Keeps the lock that a tab holds, in one statement, without locking the document's row: only the end of the lock moves, and whoever
 * takes it at the same moment either comes later or leaves this nothing to keep.
 * @returns null when the tab does not hold it, or only in advance and `ahead` is false
 */
export async function keepLock(
  executor: Executor,
  documentId: string,
  { holder, tab, ahead }: { holder: { id: string }; tab: string; ahead: boolean },
): Promise<DocumentLock | null> {
  const own = and(eq(documentLocks.documentId, documentId), eq(documentLocks.holderId, holder.id), eq(documentLocks.tab, tab));
  const isEnough = ahead ? undefined : eq(documentLocks.ahead, false);
  const [row] = await executor
    .update(documentLocks)
    .set({ expiresAt: lockEnd() })
    .where(and(own, isInForce(), isEnough))
    .returning();
  return row ? toLock(row) : null;
}

/** Gives the lock of a locked row's document back, whoever has it. */
export async function removeLock(transaction: Transaction, documentId: string): Promise<void> {
  await transaction.delete(documentLocks).where(eq(documentLocks.documentId, documentId));
}

/** When a lock that is kept now would end. */
export function lockEnd(seconds = LOCK_SECONDS): SQL {
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
