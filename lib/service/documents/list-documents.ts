import { and, desc, eq, ilike, lt } from 'drizzle-orm';
import type { Document, DocumentStatus } from '#lib/contract/service/document.ts';
import type { Database } from '#lib/platform/database/database.ts';
import { type ListPage, parseCursor, toListPage } from '../context/cursor.ts';
import { documents } from '../context/tables.ts';
import { toDocument } from './to-document.ts';

export type DocumentFilter = {
  status?: DocumentStatus;
  name?: string;
  sha256?: string;
  parent_id?: string;
  cursor?: string;
  limit: number;
};

/** A page of documents, newest first; `name` finds any part of a name. @throws ProblemError `invalid_request` for a wrong cursor */
export async function listDocuments(database: Database, filter: DocumentFilter): Promise<ListPage<Document>> {
  const after = parseCursor(filter.cursor);
  const rows = await database
    .select()
    .from(documents)
    .where(
      and(
        filter.status ? eq(documents.status, filter.status) : undefined,
        filter.name ? ilike(documents.name, `%${filter.name.replace(/[\\%_]/g, '\\$&')}%`) : undefined,
        filter.sha256 ? eq(documents.sha256, filter.sha256.toLowerCase()) : undefined,
        filter.parent_id ? eq(documents.parentId, filter.parent_id) : undefined,
        after ? lt(documents.id, after) : undefined,
      ),
    )
    .orderBy(desc(documents.id))
    .limit(filter.limit + 1);
  return toListPage(rows, filter.limit, toDocument);
}
