import { eq, sql } from 'drizzle-orm';
import type { DeskDocument } from '#lib/contract/desk/desk-document.ts';
import { ProblemError } from '#lib/contract/problems/problem-error.ts';
import type { DeskClassification } from '#lib/contract/service/classification.ts';
import { now } from '#lib/platform/clock.ts';
import { appendAudit } from '../../audit/append-audit.ts';
import type { Actor, Desk } from '../../context/desk.ts';
import { sendFollow } from '../../context/send-follow.ts';
import { getDeskDocument, getDocumentRow, lockDocumentRow } from '../../documents/desk-document.ts';
import { mayHappen, stateAfter } from '../../documents/states/document-states.ts';
import { documents, submissions } from '../../documents/tables.ts';
import { SURE_FROM } from '../settle-kind.ts';
import { classifications } from '../tables.ts';

/** What the engine made of the document's kind last time, or null when it was not asked. @throws ProblemError `not_found` */
export async function findClassification(desk: Desk, id: string): Promise<DeskClassification | null> {
  const document = await getDocumentRow(desk.database, id);
  const [row] = await desk.database.select().from(classifications).where(eq(classifications.documentId, document.id));
  if (!row) return null;
  const schemaOf = new Map(row.classes.map(({ name }, index) => [name, row.schemas[index]!]));
  const ranking = (row.result?.classes ?? []).flatMap(({ name, confidence, evidence }) => {
    const schema = schemaOf.get(name);
    return schema ? [{ schema_id: schema.id, schema_name: schema.name, confidence, evidence }] : [];
  });
  return {
    state: document.state === 'classifying' ? 'running' : 'settled',
    ranking,
    none: row.result ? Math.max(0, 1 - ranking.reduce((sum, { confidence }) => sum + confidence, 0)) : null,
    examples: row.classes.reduce((sum, { examples }) => sum + examples.length, 0),
    sure_from: SURE_FROM,
    engine: row.result?.engine ?? null,
    reason: row.reason,
    at: row.at.toISOString(),
  };
}

/**
 * Has the kind of a document found that has no schema: at once when it is read, else as soon as it is.
 * @throws ProblemError `not_found`, `conflict` (it has a schema, or failed, or is decided)
 */
export async function requestClassification(desk: Desk, actor: NonNullable<Actor>, id: string): Promise<DeskDocument> {
  return desk.database.transaction(async (transaction) => {
    const row = await lockDocumentRow(transaction, id);
    if (row.schemaId !== null) throw new ProblemError('conflict', 'The document has a schema. Choose another one if it is the wrong one.');
    const isRead = mayHappen('classification_requested', row.state);
    if (!isRead && !['received', 'indexing', 'classifying'].includes(row.state)) {
      throw new ProblemError('conflict', 'The kind of this document cannot be detected now. If the document failed, try that again first.');
    }
    const at = now();
    const columns = {
      recognise: true,
      updatedAt: at,
      ...(isRead ? { ...stateAfter('classification_requested', row.state, 'classifying'), kind: null } : {}),
    };
    await transaction.update(documents).set(columns).where(eq(documents.id, id));
    if (isRead) {
      const [submission] = await transaction
        .update(submissions)
        .set({ run: sql`${submissions.run} + 1` })
        .where(eq(submissions.documentId, id))
        .returning();
      await sendFollow(desk, { documentId: id, run: submission?.run ?? 1 }, { tx: transaction });
    }
    await appendAudit(transaction, [{ actor, documentId: id, event: 'classification.requested', detail: {} }]);
    return getDeskDocument(transaction, id);
  });
}
