import { count, desc, eq, ilike, or, type SQL } from 'drizzle-orm';
import type { AuditEntry } from '#lib/contract/desk-document.ts';
import type { Desk } from '../desk.ts';
import { getDocumentRow } from '../desk-document.ts';
import { auditEntries, documents } from '../tables.ts';

const PAGE_SIZE = 100;
const MOST = 1000;

type ListAudit = { items: AuditEntry[]; total: number };

/** A document's trail, newest first, the latest 1,000 entries. @throws ProblemError `not_found` */
export async function listDocumentAudit(desk: Desk, id: string): Promise<ListAudit> {
  const { id: documentId } = await getDocumentRow(desk.database, id);
  return listAudit(desk, eq(auditEntries.documentId, documentId), MOST, 0);
}

/** The whole desk's trail, newest first, 100 a page. `q` is looked for in event, actor, place and name of the document; a document's id finds its entries. */
export async function listWholeAudit(desk: Desk, query: { page: number; q?: string | undefined }): Promise<ListAudit> {
  const pattern = `%${(query.q ?? '').replaceAll(/[\\%_]/g, '\\$&')}%`;
  const isId = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(query.q ?? '');
  const where = query.q
    ? or(
        ilike(auditEntries.event, pattern),
        ilike(auditEntries.actorName, pattern),
        ilike(auditEntries.pointer, pattern),
        ilike(documents.name, pattern),
        ...(isId ? [eq(auditEntries.documentId, query.q)] : []),
      )
    : undefined;
  return listAudit(desk, where, PAGE_SIZE, (query.page - 1) * PAGE_SIZE);
}

async function listAudit(desk: Desk, where: SQL | undefined, limit: number, offset: number): Promise<ListAudit> {
  const { database } = desk;
  const ofDocument = eq(documents.id, auditEntries.documentId);
  const [rows, [all]] = await Promise.all([
    database
      .select({ entry: auditEntries, documentName: documents.name })
      .from(auditEntries)
      .leftJoin(documents, ofDocument)
      .where(where)
      .orderBy(desc(auditEntries.id))
      .limit(limit)
      .offset(offset),
    database.select({ total: count() }).from(auditEntries).leftJoin(documents, ofDocument).where(where),
  ]);
  const items = rows.map(({ entry: row, documentName }) => ({
    id: String(row.id),
    at: row.at.toISOString(),
    actor: row.actorId ? { id: row.actorId, name: row.actorName ?? '' } : null,
    document_id: row.documentId,
    document_name: documentName,
    event: row.event,
    pointer: row.pointer,
    old_value: row.oldValue ?? null,
    new_value: row.newValue ?? null,
    detail: row.detail,
  }));
  return { items, total: all?.total ?? 0 };
}
