import { and, eq, inArray, isNull, lte, or, sql } from 'drizzle-orm';
import { ProblemError } from '#lib/contract/problems/problem-error.ts';
import { HeldError } from '#lib/deployment/pace.ts';
import { now } from '#lib/platform/clock.ts';
import type { ConnectedDeployment, Desk } from '../context/desk.ts';
import { LEAST_PAUSE_MS, sendRemoval } from '../documents/copies/send-copy-removal.ts';
import { comparisonCopies } from '../documents/copies/tables.ts';
import { submissions } from '../documents/tables.ts';

/** The entry of a copy's metadata by which it is found where its answer was lost: the id of its row. */
export const MARK = 'countersign_comparison';
/** After so long nothing of a sending that broke off can arrive any more, and no comparison goes on. */
export const SETTLED_MS = 10 * 60_000;
/** Between two tries to remove a copy: as long as it has been there, from `LEAST_PAUSE_MS` to this. */
const MOST_PAUSE_MS = 60 * 60_000;
const AT_ONCE = 100;

type Copy = typeof comparisonCopies.$inferSelect;

/**
 * Has copies removed that nobody needs any more: after a program died, while a deployment was away, where the document is gone, and where there
 * are many. Those that are due for longest first, deployment by deployment in turn.
 */
export async function removeLeftCopies(desk: Pick<Desk, 'database' | 'queue'>): Promise<void> {
  const at = now();
  await desk.database.transaction(async (transaction) => {
    const isOrphaned = and(isNull(comparisonCopies.removeAt), isNull(comparisonCopies.documentId));
    const isDue = or(lte(comparisonCopies.removeAt, at), isOrphaned);
    const { deploymentId, removeAt: dueAt } = comparisonCopies;
    const turn = sql<number>`row_number() over (partition by ${deploymentId} order by ${dueAt})`.as('turn');
    const due = transaction.select({ id: comparisonCopies.id, dueAt, turn }).from(comparisonCopies).where(isDue).as('due');
    const next = transaction.select({ id: due.id }).from(due).orderBy(due.turn, due.dueAt).limit(AT_ONCE);
    const left = await transaction
      .select()
      .from(comparisonCopies)
      .where(and(inArray(comparisonCopies.id, next), isDue))
      .for('update', { skipLocked: true });
    for (const copy of left) {
      const { id, sentAt } = copy;
      const pauseMs = Math.min(MOST_PAUSE_MS, Math.max(LEAST_PAUSE_MS, at.getTime() - sentAt.getTime()));
      const removeAt = new Date(at.getTime() + pauseMs);
      await transaction.update(comparisonCopies).set({ removeAt }).where(eq(comparisonCopies.id, id));
      await sendRemoval(desk, transaction, copy);
    }
  });
}

/**
 * Removes a copy from its deployment, and then its row. One whose answer was lost is looked for by its mark. Where that does not work now,
 * the row stays for later. May be repeated.
 */
export async function removeCopy(desk: Desk, copyId: string): Promise<void> {
  const [copy] = await desk.database.select().from(comparisonCopies).where(eq(comparisonCopies.id, copyId));
  // it is needed again, or still
  if (!copy || (copy.removeAt === null && copy.documentId !== null)) return;
  try {
    const deployment = await desk.getDeployment(copy.deploymentId);
    const remoteIds = copy.remoteDocumentId === null ? await findMarked(deployment, copy) : [copy.remoteDocumentId];
    const isNothingThere = remoteIds.length === 0;
    if (isNothingThere && now().getTime() - copy.sentAt.getTime() < SETTLED_MS) return;
    const owned = await listOwned(desk, copy.deploymentId, remoteIds);
    let isUnknown = false;
    for (const id of remoteIds) if (!owned.has(id)) isUnknown = !(await isRemoved(deployment, id)) || isUnknown;
    if (isUnknown) await requireGone(deployment, copy);
  } catch (error) {
    if (!(error instanceof ProblemError || error instanceof HeldError)) throw error;
    desk.log.warn('a copy of a comparison could not be removed yet', { deployment: copy.deploymentId, error });
    return;
  }
  await desk.database.delete(comparisonCopies).where(eq(comparisonCopies.id, copyId));
}

/** Documents at a deployment that were sent as this copy: more than one where the key of a sending was forgotten there. */
export async function findMarked({ client }: ConnectedDeployment, { id, sha256 }: Pick<Copy, 'id' | 'sha256'>): Promise<string[]> {
  const documents = await client.listDocumentsOfFile(sha256);
  return documents.filter(({ metadata }) => metadata[MARK] === id).map((document) => document.id);
}

/** False where the answer is that there is no such document. */
async function isRemoved({ client }: ConnectedDeployment, remoteId: string): Promise<boolean> {
  try {
    await client.removeDocument(remoteId);
    return true;
  } catch (error) {
    if (error instanceof ProblemError && error.code === 'not_found') return false;
    throw error;
  }
}

/** A proxy in between says “not found” of everything. Only the list of a document service tells that a copy is gone. @throws ProblemError */
async function requireGone({ client, name }: ConnectedDeployment, { id, sha256, remoteDocumentId }: Copy): Promise<void> {
  const documents = await client.listDocumentsOfFile(sha256);
  if (!documents.some((document) => document.id === remoteDocumentId || document.metadata[MARK] === id)) return;
  throw new ProblemError('conflict', `“${name}” lists the copy, and says that it does not know it.`);
}

/** Which of these are documents of the desk: a deployment may answer a file that it knows with the document that it has. */
async function listOwned(desk: Pick<Desk, 'database'>, deploymentId: string, remoteIds: readonly string[]): Promise<Set<string | null>> {
  if (remoteIds.length === 0) return new Set();
  const rows = await desk.database
    .select({ id: submissions.remoteDocumentId })
    .from(submissions)
    .where(and(eq(submissions.deploymentId, deploymentId), inArray(submissions.remoteDocumentId, [...remoteIds])));
  return new Set(rows.map(({ id }) => id));
}
