import { count, eq } from 'drizzle-orm';
import { fileKey } from '#lib/files/file-key.ts';
import { lockFile } from '#lib/files/lock-file.ts';
import { newId } from '#lib/platform/clock.ts';
import type { Transaction } from '#lib/platform/database/database.ts';
import { INDEX_QUEUE } from '../context/queues.ts';
import type { ServiceContext } from '../context/service-context.ts';
import { type DocumentRow, documents } from '../context/tables.ts';
import { MOST_ATTACHMENTS, type ReceivedAttachment } from './receive-attachments.ts';
import { toStorableName } from './storable-name.ts';

/**
 * Makes documents of a document's attachments, with their bytes and index jobs, in the transaction that completes it.
 * They take the submitter's turn. There is one for each content and parent, however often it is tried.
 */
export async function saveAttachments(
  { queue }: ServiceContext,
  tx: Transaction,
  parent: DocumentRow,
  attachments: ReceivedAttachment[],
  submitter: string | undefined,
): Promise<void> {
  if (attachments.length === 0) return;
  const rootId = parent.rootId ?? parent.id;
  const [below] = await tx.select({ total: count() }).from(documents).where(eq(documents.rootId, rootId));
  const room = Math.max(0, MOST_ATTACHMENTS - (below?.total ?? 0));
  for (const { attachment, mediaType, received } of attachments.slice(0, room)) {
    await lockFile(tx, received.sha256);
    const [row] = await tx
      .insert(documents)
      .values({
        id: newId(),
        name: toStorableName(attachment.name),
        mediaType,
        size: received.size,
        sha256: received.sha256,
        parentId: parent.id,
        rootId,
        depth: parent.depth + 1,
      })
      .onConflictDoNothing({ target: [documents.parentId, documents.sha256] })
      .returning({ id: documents.id });
    if (!row) continue;
    await received.keep(fileKey);
    await queue.send(INDEX_QUEUE, { documentId: row.id }, { tx, submitter });
  }
}
