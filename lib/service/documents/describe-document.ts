import { eq } from 'drizzle-orm';
import type { Document } from '#lib/contract/service/document.ts';
import type { Database } from '#lib/platform/database/database.ts';
import { documents } from '../context/tables.ts';
import { getDocument } from './get-document.ts';
import { toDocument } from './to-document.ts';

/** One document with its attachments and warnings, once it is completed. @throws ProblemError `not_found` */
export async function describeDocument(database: Database, id: string): Promise<Document> {
  const row = await getDocument(database, id);
  if (row.status !== 'completed') return toDocument(row);
  const found = row.attachments ?? [];
  const warnings = row.warnings ?? [];
  if (found.length === 0) return { ...toDocument(row), attachments: [], warnings };
  const children = await database.select({ id: documents.id, sha256: documents.sha256 }).from(documents).where(eq(documents.parentId, id));
  const idOf = new Map(children.map((child) => [child.sha256, child.id]));
  const attachments = found.map((each) => ({ ...each, document_id: each.inline ? null : (idOf.get(each.sha256) ?? null) }));
  return { ...toDocument(row), attachments, warnings };
}
