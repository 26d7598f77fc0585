import { and, eq } from 'drizzle-orm';
import type { DocumentAttachment } from '#lib/contract/service/document.ts';
import { newId, now } from '#lib/platform/clock.ts';
import type { Transaction } from '#lib/platform/database/database.ts';
import type { AuditDraft } from '../audit/append-audit.ts';
import { type Desk, fileKey } from '../context/desk.ts';
import { sendFollow } from '../context/send-follow.ts';
import { cleanName } from '../documents/clean-name.ts';
import type { DocumentRow } from '../documents/desk-document.ts';
import { lockFile } from '../documents/file-bytes.ts';
import { findDuplicate } from '../documents/find-duplicate.ts';
import { stateAfter } from '../documents/states/document-states.ts';
import { documents, submissions } from '../documents/tables.ts';

export type Attached = { parent: DocumentRow; deploymentId: string; attachments: DocumentAttachment[] };

/**
 * Makes desk documents of the attachments that are documents at the embedded service already: nothing is sent, they are
 * only followed up. They lie in their parent's folder; their kinds are found unless a schema was to be chosen later. One that is there from an earlier sending of the
 * parent goes on with the new remote document.
 * @returns audit entries for the new ones, to append last
 */
export async function saveAttachments(
  desk: Desk,
  transaction: Transaction,
  { parent, deploymentId, attachments }: Attached,
): Promise<AuditDraft[]> {
  const audit: AuditDraft[] = [];
  const seen = new Set<string>();
  // always in the same order, so that two transactions never wait for each other
  for (const { sha256 } of attachments.toSorted((a, b) => (a.sha256 < b.sha256 ? -1 : 1))) await lockFile(transaction, sha256);
  for (const attachment of attachments) {
    const { sha256, size, document_id: remoteDocumentId } = attachment;
    if (remoteDocumentId === null || seen.has(sha256)) continue;
    seen.add(sha256);
    if (await relink(transaction, parent, sha256, { deploymentId, remoteDocumentId })) continue;
    if (!(await desk.blobs.has(fileKey(sha256)))) {
      await desk.blobs.put(fileKey(sha256), await desk.reader.getAttachment(parent.sha256, sha256));
    }
    const id = newId();
    const at = now();
    const name = cleanName(attachment.name);
    await transaction.insert(documents).values({
      id,
      name,
      folder: parent.folder,
      ...stateAfter('attached', 'new', 'indexing'),
      mediaType: attachment.media_type,
      size,
      sha256,
      // each is of a kind of its own, whatever was chosen for the parent
      recognise: parent.recognise || parent.schemaId !== null,
      parentId: parent.id,
      parentName: parent.name,
      ...(await findDuplicate(transaction, { id, sha256 })),
      createdAt: at,
      createdById: parent.createdById,
      createdByName: parent.createdByName,
      updatedAt: at,
    });
    await transaction.insert(submissions).values({ documentId: id, deploymentId, remoteDocumentId });
    await sendFollow(desk, { documentId: id, run: 1 }, { tx: transaction });
    audit.push({ actor: null, documentId: id, event: 'document.received', detail: { name, size, sha256, from: parent.id } });
  }
  return audit;
}

/** @returns whether there is a document of that attachment */
async function relink(
  transaction: Transaction,
  parent: DocumentRow,
  sha256: string,
  remote: { deploymentId: string; remoteDocumentId: string },
): Promise<boolean> {
  const [child] = await transaction
    .select({ id: documents.id })
    .from(documents)
    .where(and(eq(documents.parentId, parent.id), eq(documents.sha256, sha256)));
  if (!child) return false;
  // one that was sent by itself since has a remote document of its own
  await transaction
    .update(submissions)
    .set(remote)
    .where(and(eq(submissions.documentId, child.id), eq(submissions.sending, 1)));
  return true;
}
