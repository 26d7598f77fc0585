import { fileKey } from '#lib/files/file-key.ts';
import { lockFile } from '#lib/files/lock-file.ts';
import type { Received } from '#lib/platform/blobs/blob-store.ts';
import { newId } from '#lib/platform/clock.ts';
import type { Transaction } from '#lib/platform/database/database.ts';
import { encrypt, secretOf } from '#lib/platform/secrets.ts';
import { findOpenSpan } from '#lib/platform/trace-context.ts';
import { INDEX_QUEUE } from '../context/queues.ts';
import type { ServiceContext } from '../context/service-context.ts';
import { type DocumentRow, documents } from '../context/tables.ts';
import { toStorableName } from './storable-name.ts';

export type NewDocument = {
  received: Received;
  name: string;
  /** By content. */
  mediaType: string;
  metadata: Record<string, unknown> | null;
  password: string | null;
  /** Whose turn its indexing takes. */
  submitter?: string | undefined;
};

/**
 * Keeps a file that has arrived: its bytes, the document and its index job, all or nothing.
 * @param onSaved runs in the same transaction
 */
export async function submitDocument(
  { database, queue, config }: ServiceContext,
  { received, name, mediaType, metadata, password, submitter }: NewDocument,
  onSaved?: (tx: Transaction, row: DocumentRow) => Promise<void>,
): Promise<DocumentRow> {
  const kept = password === null ? null : encrypt(secretOf(config, 'encryption-key'), password);
  return database.transaction(async (tx) => {
    await lockFile(tx, received.sha256);
    const [row] = await tx
      .insert(documents)
      .values({
        id: newId(),
        name: toStorableName(name),
        metadata,
        mediaType,
        size: received.size,
        sha256: received.sha256,
        password: kept,
      })
      .returning();
    findOpenSpan()?.set({ 'countersign.document.id': row!.id, 'countersign.document.media_type': mediaType });
    await onSaved?.(tx, row!);
    await queue.send(INDEX_QUEUE, { documentId: row!.id }, { tx, submitter });
    await received.keep(fileKey);
    return row!;
  });
}
