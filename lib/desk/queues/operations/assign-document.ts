import type { DeskDocument } from '#lib/contract/desk/desk-document.ts';
import { appendAudit } from '../../audit/append-audit.ts';
import type { Actor, Desk } from '../../context/desk.ts';
import { findAssignment, removeAssignments, saveAssignment } from '../../documents/availability/assignment.ts';
import { changedMeanwhile, getDeskDocument, lockDocumentRow } from '../../documents/desk-document.ts';
import { tellAssigned } from '../../inbox/tell-assigned.ts';

/**
 * Makes a document the work of one person, or of nobody. Being assigned hinders nobody else; it says whose turn it is.
 * @param person who exists and may review; that is for the caller to see to
 * @param expected id of the person whose work it must still be, null = nobody's; undefined = whoever's
 * @throws ProblemError `not_found`, `conflict` (it is not the work of whom was expected)
 */
export async function assignDocument(
  desk: Desk,
  actor: Actor,
  id: string,
  person: { id: string; name: string } | null,
  expected?: string | null,
): Promise<DeskDocument> {
  return desk.database.transaction(async (transaction) => {
    await lockDocumentRow(transaction, id);
    const from = await findAssignment(transaction, id);
    if (expected !== undefined && (from?.id ?? null) !== expected) {
      throw changedMeanwhile(`it is ${from ? `assigned to ${from.name}` : 'not assigned to anybody'} now`);
    }
    if (from?.id === person?.id) return getDeskDocument(transaction, id, actor?.id);
    if (person) await saveAssignment(transaction, id, person, actor && { kind: 'person', ...actor });
    else await removeAssignments(transaction, [id]);
    await tellAssigned(transaction, [id]);
    await appendAudit(transaction, [{ actor, documentId: id, event: 'document.assigned', detail: { from, to: person } }]);
    return getDeskDocument(transaction, id, actor?.id);
  });
}
