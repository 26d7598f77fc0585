import { eq, getTableColumns, type SQL, sql } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import type { DeskDocument } from '#lib/contract/desk/desk-document.ts';
import { ProblemError } from '#lib/contract/problems/problem-error.ts';
import type { Executor, Transaction } from '#lib/platform/database/database.ts';
import { isUuid } from '#lib/platform/is-uuid.ts';
import { shownOfWithheld } from './quality-samples/is-withheld.ts';
import { documentAssignments, documentLocks, documentPostponements, documentSplits, documents, splitParts } from './tables.ts';

export type DocumentRow = typeof documents.$inferSelect;

/** A document with what the other tables say of it, as the browser gets it. */
export type ListedRow = DocumentRow &
  Pick<DeskDocument, 'lock' | 'assigned_to' | 'postponed' | 'splitting' | 'split_from'> & {
    /** Where the values are withheld from whoever asks: places whose values are not, all the same. Else null. */
    shownOfWithheld: string[] | null;
  };

/** A query for documents with all that a browser gets of them; give its rows to `toDeskDocument`. @param readerId who asks, see `isWithheld` */
export function selectListed(executor: Executor, readerId?: string) {
  // subqueries, because PostgreSQL takes longer to plan joins of six tables than to read a page of documents
  const fields = {
    ...getTableColumns(documents),
    lock: saysOf<DeskDocument['lock']>(
      documentLocks,
      sql`'holder', json_build_object('id', holder_id, 'name', holder_name), 'tab', tab, 'since', ${isoTime('since')}, 'ahead', ahead`,
      sql`expires_at > statement_timestamp()`,
    ),
    assigned_to: saysOf<DeskDocument['assigned_to']>(documentAssignments, sql`'id', person_id, 'name', person_name`),
    postponed: saysOf<DeskDocument['postponed']>(documentPostponements, sql`'until', ${isoTime('until')}, 'reason', reason`),
    splitting: saysOf<DeskDocument['splitting']>(documentSplits, sql`'state', state, 'documents', coalesce(count, 0)`),
    split_from: saysOf<DeskDocument['split_from']>(splitParts, sql`'id', from_id, 'name', from_name`),
    shownOfWithheld: shownOfWithheld(sql`documents.id`, readerId),
  };
  return executor.select(fields).from(documents);
}

/** What another table says of a document, as an object; null when it has no row for it. */
function saysOf<Said>(table: PgTable, members: SQL, which: SQL = sql`true`): SQL<Said> {
  return sql`(select json_build_object(${members}) from ${table} where document_id = documents.id and ${which})`;
}

function isoTime(column: string): SQL {
  return sql`to_char(${sql.identifier(column)} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
}

/** A row as the browser gets it; where the values are withheld from whoever asks, without what was thought of them. */
export function toDeskDocument(row: ListedRow): DeskDocument {
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
    ...(row.shownOfWithheld
      ? { open_flags: null, lowest_confidence: null }
      : { open_flags: row.openFlags, lowest_confidence: row.lowestConfidence }),
    duplicate_of: row.duplicateOfId ? { id: row.duplicateOfId, name: row.duplicateOfName ?? '' } : null,
    parent: row.parentId ? { id: row.parentId, name: row.parentName ?? '' } : null,
    splitting: row.splitting,
    split_from: row.split_from,
    created_at: row.createdAt.toISOString(),
    created_by: row.createdById ? { id: row.createdById, name: row.createdByName ?? '' } : null,
    updated_at: row.updatedAt.toISOString(),
    lock: row.lock,
    assigned_to: row.assigned_to,
    postponed: row.postponed,
    open_comments: row.openComments,
    comments_revision: row.commentsRevision,
    priority: row.priority,
    due_at: row.dueAt?.toISOString() ?? null,
    review_since: row.reviewSince?.toISOString() ?? null,
    escalated_at: row.escalatedAt?.toISOString() ?? null,
    approved_automatically: row.approvedAutomatically,
    first_approval: row.firstApproval,
    change: row.change,
    revision: row.revision,
  };
}

/** @returns the error for an id without a document */
export function notFound(): ProblemError {
  return new ProblemError('not_found', 'This document does not exist; someone may have removed it.');
}

/** @returns the error for a caller who expected something else there. @param now what is there, as a sentence’s end: `it is assigned to Ben` */
export function changedMeanwhile(now: string): ProblemError {
  return new ProblemError('conflict', `Somebody changed it meanwhile: ${now}.`);
}

/** One document with what the other tables say of it. @param readerId who asks, see `isWithheld` @throws ProblemError `not_found` */
export async function getListedRow(executor: Executor, id: string, readerId?: string): Promise<ListedRow> {
  if (!isUuid(id)) throw notFound();
  const [row] = await selectListed(executor, readerId).where(eq(documents.id, id));
  if (!row) throw notFound();
  return row;
}

/** The document as the browser gets it; in a transaction, after its last write. @param readerId who gets it, see `isWithheld` @throws ProblemError `not_found` */
export async function getDeskDocument(executor: Executor, id: string, readerId?: string): Promise<DeskDocument> {
  return toDeskDocument(await getListedRow(executor, id, readerId));
}

/** @throws ProblemError `not_found` */
export async function getDocumentRow(executor: Executor, id: string): Promise<DocumentRow> {
  if (!isUuid(id)) throw notFound();
  const [row] = await executor.select().from(documents).where(eq(documents.id, id));
  if (!row) throw notFound();
  return row;
}

/**
 * The row, locked until the transaction ends: whoever changes a document, also its lock, assignment, postponement or split,
 * takes this first. Only renewing a lock does not (`keepLock`).
 * @param options.strength `no key update` for who goes on to lock its attachments: who holds an attachment and changes it a second
 * time needs a key share of the parent
 * @throws ProblemError `not_found`
 */
export async function lockDocumentRow(
  transaction: Transaction,
  id: string,
  { strength = 'update' }: { strength?: 'update' | 'no key update' } = {},
): Promise<DocumentRow> {
  if (!isUuid(id)) throw notFound();
  const [row] = await transaction.select().from(documents).where(eq(documents.id, id)).for(strength);
  if (!row) throw notFound();
  return row;
}
