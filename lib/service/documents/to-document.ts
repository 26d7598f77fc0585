import type { Document } from '#lib/contract/service/document.ts';
import type { DocumentRow } from '../context/tables.ts';

/** The document as the interface gives it. */
export function toDocument(row: DocumentRow): Document {
  return {
    type: 'document',
    id: row.id,
    name: row.name,
    status: row.status,
    page_count: row.pageCount,
    created_at: row.createdAt.toISOString(),
    updated_at: row.updatedAt.toISOString(),
    metadata: row.metadata,
    media_type: row.mediaType,
    size: row.size,
    sha256: row.sha256,
    pages_read: row.pagesRead,
    error: row.error,
    parent_id: row.parentId,
  };
}
