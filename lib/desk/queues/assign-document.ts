import { eq } from 'drizzle-orm';
import type { DeskDocument } from '#lib/contract/desk/desk-document.ts';
import { appendAudit } from '../audit/append-audit.ts';
import type { Actor, Desk } from '../context/desk.ts';
import { type DocumentRow, lockDocumentRow, toDeskDocument } from '../documents/desk-document.ts';
import { documents } from '../documents/tables.ts';

/**
 * Makes a document the work of one person, or of nobody. Being assigned hinders nobody else; it says whose turn it is.
 * @param person who exists and may review; that is for the caller to see to
 * @throws ProblemError `not_found`
 */
export async function assignDocument(
  desk: Desk,
  actor: Actor,
  id: string,
  person: { id: string; name: string } | null,
): Promise<DeskDocument> {
  return desk.database.transaction(async (transaction) => {
    const row = await lockDocumentRow(transaction, id);
    if (row.assignedToId === (person?.id ?? null)) return toDeskDocument(row);
    const [updated] = await transaction
      .update(documents)
      .set({ assignedToId: person?.id ?? null, assignedToName: person?.name ?? null })
      .where(eq(documents.id, id))
      .returning();
    const from = row.assignedToId ? { id: row.assignedToId, name: row.assignedToName ?? '' } : null;
    await appendAudit(transaction, [{ actor, documentId: id, event: 'document.assigned', detail: { from, to: person } }]);
    return toDeskDocument(updated as DocumentRow);
  });
}
