import { eq, getTableColumns } from 'drizzle-orm';
import type { DeskDocument } from '#lib/contract/desk/desk-document.ts';
import { ProblemError } from '#lib/contract/problems/problem-error.ts';
import type { Executor, Transaction } from '#lib/platform/database/database.ts';
import { toLock } from './availability/document-lock.ts';
import { documentAssignments, documentLocks, documentPostponements, documentSplits, documents, splitParts } from './tables.ts';

export type DocumentRow = typeof documents.$inferSelect;

/** A document with what the other tables say of it. */
export type ListedRow = DocumentRow & {
  lock: typeof documentLocks.$inferSelect | null;
  assignment: typeof documentAssignments.$inferSelect | null;
  postponement: typeof documentPostponements.$inferSelect | null;
  split: typeof documentSplits.$inferSelect | null;
  part: typeof splitParts.$inferSelect | null;
};

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** A query for documents with all that a browser gets of them; give its rows to `toDeskDocument`. */
export function selectListed(executor: Executor) {
  const fields = {
    ...getTableColumns(documents),
    lock: documentLocks,
    assignment: documentAssignments,
    postponement: documentPostponements,
    split: documentSplits,
    part: splitParts,
  };
  return executor
    .select(fields)
    .from(documents)
    .leftJoin(documentLocks, eq(documentLocks.documentId, documents.id))
    .leftJoin(documentAssignments, eq(documentAssignments.documentId, documents.id))
    .leftJoin(documentPostponements, eq(documentPostponements.documentId, documents.id))
    .leftJoin(documentSplits, eq(documentSplits.documentId, documents.id))
    .leftJoin(splitParts, eq(splitParts.documentId, documents.id));
}

/** A row as the browser gets it. */
export function toDeskDocument(row: ListedRow): DeskDocument {
  const { lock, assignment, postponement, split, part } = row;
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
    splitting: split && { state: split.state, documents: split.count ?? 0 },
    split_from: part && { id: part.fromId, name: part.fromName },
    created_at: row.createdAt.toISOString(),
    created_by: row.createdById ? { id: row.createdById, name: row.createdByName ?? '' } : null,
    updated_at: row.updatedAt.toISOString(),
    lock: lock && toLock(lock),
    assigned_to: assignment && { id: assignment.personId, name: assignment.personName },
    postponed: postponement && { until: postponement.until.toISOString(), reason: postponement.reason },
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

/** One document with what the other tables say of it. @throws ProblemError `not_found` */
export async function getListedRow(executor: Executor, id: string): Promise<ListedRow> {
  if (!UUID.test(id)) throw notFound();
  const [row] = await selectListed(executor).where(eq(documents.id, id));
  if (!row) throw notFound();
  return row;
}

/** The document as the browser gets it; in a transaction, after its last write. @throws ProblemError `not_found` */
export async function getDeskDocument(executor: Executor, id: string): Promise<DeskDocument> {
  return toDeskDocument(await getListedRow(executor, id));
}

/** @throws ProblemError `not_found` */
export async function getDocumentRow(executor: Executor, id: string): Promise<DocumentRow> {
  if (!UUID.test(id)) throw notFound();
  const [row] = await executor.select().from(documents).where(eq(documents.id, id));
  if (!row) throw notFound();
  return row;
}

/**
 * The row, locked until the transaction ends: whoever changes a document, also its lock, assignment, postponement or split,
 * takes this first. @throws ProblemError `not_found`
 */
export async function lockDocumentRow(transaction: Transaction, id: string): Promise<DocumentRow> {
  if (!UUID.test(id)) throw notFound();
  const [row] = await transaction.select().from(documents).where(eq(documents.id, id)).for('update');
  if (!row) throw notFound();
  return row;
}
