import { and, asc, eq, isNull, or, sql } from 'drizzle-orm';
import { now } from '#lib/platform/clock.ts';
import type { Transaction } from '#lib/platform/database/database.ts';
import { appendAudit } from '../audit/append-audit.ts';
import type { Actor, Desk } from '../context/desk.ts';
import { sendFollow } from '../context/send-follow.ts';
import { stateAfter } from './states/document-states.ts';
import { documents, submissions } from './tables.ts';

const MOST_AT_ONCE = 1_000;

/**
 * Lets the documents go on that waited for the id of a schema at a deployment, each from where it was. Documents without a schema go
 * on with the first id that is told. Of very many, the oldest thousand; the rest with the maintenance of the queues.
 * @returns how many
 */
export async function releaseParked(
  desk: Pick<Desk, 'queue'>,
  transaction: Transaction,
  actor: Actor,
  { deploymentId, schemaId }: { deploymentId: string; schemaId: string },
): Promise<number> {
  const waiting = await transaction
    .select({ row: documents, submission: submissions })
    .from(documents)
    .innerJoin(submissions, eq(submissions.documentId, documents.id))
    .where(
      and(
        eq(documents.state, 'unmapped'),
        eq(submissions.deploymentId, deploymentId),
        or(eq(documents.schemaId, schemaId), isNull(documents.schemaId)),
      ),
    )
    .orderBy(asc(documents.id))
    .limit(MOST_AT_ONCE)
    .for('update', { of: documents });
  for (const { row, submission } of waiting) {
    const { remoteDocumentId, indexedAt } = submission;
    const state = remoteDocumentId === null ? 'received' : indexedAt === null || row.schemaId === null ? 'indexing' : 'extracting';
    await transaction
      .update(documents)
      .set({ ...stateAfter('mapped', row.state, state), hold: null, updatedAt: now() })
      .where(eq(documents.id, row.id));
    await transaction
      .update(submissions)
      .set({ run: sql`${submissions.run} + 1` })
      .where(eq(submissions.documentId, row.id));
    await sendFollow(desk, { documentId: row.id, run: submission.run + 1 }, { tx: transaction });
  }
  const audits = waiting.map(({ row }) => ({ actor, documentId: row.id, event: 'document.resumed' as const, detail: {} }));
  if (audits.length > 0) await appendAudit(transaction, audits);
  return waiting.length;
}
