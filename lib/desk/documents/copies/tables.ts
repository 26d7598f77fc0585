import { sql } from 'drizzle-orm';
import { index, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { deskRoom, moment } from '../../context/columns.ts';
import { deployments } from '../../deployments/tables.ts';
import { documents } from '../tables.ts';

/**
 * Files that were sent to a deployment only to compare what it says with what another one says: once, or for a second opinion for as long as
 * their document is there. Each row is there before its file is sent, until the copy is removed there.
 */
export const comparisonCopies = deskRoom.table(
  'comparison_copies',
  {
    /** Also the idempotency key of the sending, and what the copy's metadata tell. */
    id: uuid('id').primaryKey(),
    deploymentId: text('deployment_id')
      .notNull()
      .references(() => deployments.id),
    /** Whose second opinion is asked for with it; null = it was sent for one comparison, or its document was removed. */
    documentId: uuid('document_id').references(() => documents.id, { onDelete: 'set null' }),
    /** Of the file; no file is kept for it. */
    sha256: text('sha256').notNull(),
    /** Null until the deployment has answered. */
    remoteDocumentId: text('remote_document_id'),
    sentAt: moment('sent_at').notNull(),
    /** From then on whoever looks removes it; null = it is kept while its document is there. */
    removeAt: moment('remove_at'),
  },
  (table) => [
    index('comparison_copies_remove').on(table.removeAt),
    index('comparison_copies_remote').on(table.remoteDocumentId),
    index('comparison_copies_document').on(table.documentId),
    uniqueIndex('comparison_copies_kept').on(table.documentId).where(sql`remove_at is null`),
  ],
);
