import { and, asc, eq, inArray, isNull, or, sql } from 'drizzle-orm';
import { now } from '#lib/platform/clock.ts';
import type { Executor, Transaction } from '#lib/platform/database/database.ts';
import { appendAudit } from '../audit/append-audit.ts';
import type { Actor, Desk } from '../context/desk.ts';
import { sendFollow } from '../context/send-follow.ts';
import { schemaMappings } from '../schemas/tables.ts';
import { stateAfter } from './states/document-states.ts';
import { documents, submissions } from './tables.ts';

const MOST_AT_ONCE = 1_000;

/** A schema whose id at a deployment is known. */
type Mapped = { deploymentId: string; schemaId: string };

/**
 * Lets the documents go on that waited for the id of a schema at a deployment, each from where it was. Documents without a schema go
 * on with the first id that is told. Of very many, the oldest thousand; `releaseRest` lets the others go on.
 * @param actor who told the id; null = the desk
 * @returns how many
 */
export async function releaseParked(
  desk: Pick<Desk, 'queue'>,
  transaction: Transaction,
  actor: Actor | null,
  mapped: Mapped,
): Promise<number> {
  const waiting = isWaiting(transaction, mapped);
  // the new id answers what was said of the old one
  await transaction.update(documents).set({ hold: null }).where(waiting);
  const rows = await transaction.select().from(documents).where(waiting).orderBy(asc(documents.id)).limit(MOST_AT_ONCE).for('update');
  const ids = rows.map(({ id }) => id);
  const sent = await transaction
    .update(submissions)
    .set({ run: sql`${submissions.run} + 1` })
    .where(inArray(submissions.documentId, ids))
    .returning();
  const submissionOf = new Map(sent.map((submission) => [submission.documentId, submission]));
  for (const row of rows) {
    const { remoteDocumentId, indexedAt, run } = submissionOf.get(row.id)!;
    const state = remoteDocumentId === null ? 'received' : indexedAt === null || row.schemaId === null ? 'indexing' : 'extracting';
    await transaction
      .update(documents)
      .set({ ...stateAfter('mapped', row.state, state), updatedAt: now() })
      .where(eq(documents.id, row.id));
    await sendFollow(desk, { documentId: row.id, run }, { tx: transaction });
  }
  const audits = rows.map(({ id }) => ({ actor, documentId: id, event: 'document.resumed' as const, detail: {} }));
  if (audits.length > 0) await appendAudit(transaction, audits);
  return rows.length;
}

/** Lets the documents go on that were too many to go on at once when their schema's id was told. */
export async function releaseRest(desk: Pick<Desk, 'queue' | 'database'>): Promise<void> {
  const left = await desk.database
    .selectDistinct({ deploymentId: submissions.deploymentId, schemaId: schemaMappings.schemaId })
    .from(documents)
    .innerJoin(submissions, eq(submissions.documentId, documents.id))
    .innerJoin(schemaMappings, eq(schemaMappings.deploymentId, submissions.deploymentId))
    .where(
      and(
        eq(documents.state, 'unmapped'),
        isNull(documents.hold),
        or(eq(documents.schemaId, schemaMappings.schemaId), isNull(documents.schemaId)),
      ),
    );
  for (const { deploymentId, schemaId } of left)
    if (schemaId !== null)
      await desk.database.transaction((transaction) => releaseParked(desk, transaction, null, { deploymentId, schemaId }));
}

/** Documents that wait for this id, or for any. */
function isWaiting(executor: Executor, { deploymentId, schemaId }: Mapped) {
  const there = executor.select({ id: submissions.documentId }).from(submissions).where(eq(submissions.deploymentId, deploymentId));
  return and(
    eq(documents.state, 'unmapped'),
    inArray(documents.id, there),
    or(eq(documents.schemaId, schemaId), isNull(documents.schemaId)),
  );
}
