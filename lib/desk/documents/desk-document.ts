import { eq } from 'drizzle-orm';
import type { DeskDocument } from '#lib/contract/desk/desk-document.ts';
import { ProblemError } from '#lib/contract/problems/problem-error.ts';
import type { Executor, Transaction } from '#lib/platform/database/database.ts';
import { toLock } from './document-lock.ts';
import { documents } from './tables.ts';

export type DocumentRow = typeof documents.$inferSelect;

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** A row of the table as the browser gets it. */
export function toDeskDocument(row: DocumentRow): DeskDocument {
  return {
    id: row.id,
    name: row.name,
    folder: row.folder,
    state: row.state,
    service_status: row.serviceStatus,
    failure: row.failure,
    trouble: row.trouble,
    media_type: row.mediaType,
    size: row.size,
    sha256: row.sha256,
    page_count: row.pageCount,
    pages_read: row.pagesRead,
    schema_id: row.schemaId,
    schema_name: row.schemaName,
    schema_version: row.schemaVersion,
    kind: row.kind,
    open_flags: row.openFlags,
    lowest_confidence: row.lowestConfidence,
    duplicate_of: row.duplicateOfId ? { id: row.duplicateOfId, name: row.duplicateOfName ?? '' } : null,
    parent: row.parentId ? { id: row.parentId, name: row.parentName ?? '' } : null,
    splitting: row.splitState ? { state: row.splitState, documents: row.splitCount ?? 0 } : null,
    split_from: row.splitFromName === null ? null : { id: row.splitFromId, name: row.splitFromName },
    created_at: row.createdAt.toISOString(),
    created_by: row.createdById ? { id: row.createdById, name: row.createdByName ?? '' } : null,
    updated_at: row.updatedAt.toISOString(),
    lock: toLock(row),
    assigned_to: row.assignedToId ? { id: row.assignedToId, name: row.assignedToName ?? '' } : null,
    postponed: row.postponedUntil ? { until: row.postponedUntil.toISOString(), reason: row.postponedReason ?? '' } : null,
    open_comments: row.openComments,
    comments_revision: row.commentsRevision,
    priority: row.priority,
    due_at: row.dueAt?.toISOString() ?? null,
    review_since: row.reviewSince?.toISOString() ?? null,
    escalated_at: row.escalatedAt?.toISOString() ?? null,
    first_approval: row.firstApproval,
    change: row.change,
    revision: row.revision,
  };
}

function notFound(): ProblemError {
  return new ProblemError('not_found', 'This document does not exist; someone may have removed it.');
}

/** @throws ProblemError `not_found` */
export async function getDocumentRow(executor: Executor, id: string): Promise<DocumentRow> {
  if (!UUID.test(id)) throw notFound();
  const [row] = await executor.select().from(documents).where(eq(documents.id, id));
  if (!row) throw notFound();
  return row;
}

/** The row, locked until the transaction ends: whoever changes a document takes this first. @throws ProblemError `not_found` */
export async function lockDocumentRow(transaction: Transaction, id: string): Promise<DocumentRow> {
  if (!UUID.test(id)) throw notFound();
  const [row] = await transaction.select().from(documents).where(eq(documents.id, id)).for('update');
  if (!row) throw notFound();
  return row;
}
