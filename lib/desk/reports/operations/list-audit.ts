import { and, count, desc, eq, gte, ilike, isNotNull, isNull, lt, or, type SQL, sql } from 'drizzle-orm';
import type { AuditChoices, AuditFilter } from '#lib/contract/desk/audit.ts';
import type { AuditEntry } from '#lib/contract/desk/audit-entry.ts';
import type { Executor } from '#lib/platform/database/database.ts';
import { likePattern } from '#lib/platform/database/like-pattern.ts';
import { isUuid } from '#lib/platform/is-uuid.ts';
import { auditEntries } from '../../audit/tables.ts';
import type { Desk } from '../../context/desk.ts';
import { getReadableRow } from '../../documents/quality-samples/get-readable-row.ts';
import { isWithheld } from '../../documents/quality-samples/is-withheld.ts';
import { documents } from '../../documents/tables.ts';
import { labelPlaces } from '../../review/label-places.ts';

const PAGE_SIZE = 100;
const MOST = 1000;
/** Stands for the desk itself in the filter by person. */
const DESK_ITSELF = 'countersign';

type ListAudit = { items: AuditEntry[]; total: number };
type AuditRow = { entry: typeof auditEntries.$inferSelect; documentName: string | null; withheld?: boolean };

/**
 * A document's trail, newest first, the latest 1,000 entries.
 * @param readerId who gets it @throws ProblemError `not_found`, `conflict` (the document's values are withheld from that person)
 */
export async function listDocumentAudit(desk: Desk, id: string, readerId?: string): Promise<ListAudit> {
  const { id: documentId } = await getReadableRow(desk.database, id, readerId);
  return listAudit(desk, eq(auditEntries.documentId, documentId), MOST, 0);
}

/** The whole desk's trail, newest first, 100 a page. @param readerId who gets it: without values that are withheld from that person */
export async function listWholeAudit(desk: Desk, query: AuditFilter & { page: number }, readerId?: string): Promise<ListAudit> {
  return listAudit(desk, auditCondition(query), PAGE_SIZE, (query.page - 1) * PAGE_SIZE, readerId);
}

/** Everybody and every kind of event that the trail names. A person who was renamed has the latest name. */
export async function listAuditChoices(desk: Desk): Promise<AuditChoices> {
  const [actors, events] = await Promise.all([
    desk.database
      .selectDistinctOn([auditEntries.actorId], { id: auditEntries.actorId, name: auditEntries.actorName })
      .from(auditEntries)
      .where(isNotNull(auditEntries.actorId))
      .orderBy(auditEntries.actorId, desc(auditEntries.id)),
    desk.database.selectDistinct({ event: auditEntries.event }).from(auditEntries).orderBy(auditEntries.event),
  ]);
  const people = actors.map(({ id, name }) => ({ id: id ?? '', name: name ?? '' })).sort((a, b) => a.name.localeCompare(b.name));
  return { actors: people, events: events.map(({ event }) => event) };
}

/** The entries that a filter selects; documents must be joined. A document's id in `q` finds its entries, also after its removal. */
export function auditCondition(filter: AuditFilter): SQL | undefined {
  const { q, actor, event, document_id, from, to } = filter;
  const conditions: (SQL | undefined)[] = [];
  if (q) {
    const pattern = likePattern(q);
    const isId = isUuid(q);
    conditions.push(
      or(
        ilike(auditEntries.event, pattern),
        ilike(auditEntries.actorName, pattern),
        ilike(auditEntries.pointer, pattern),
        ilike(documents.name, pattern),
        ilike(sql`${auditEntries.oldValue}::text`, pattern),
        ilike(sql`${auditEntries.newValue}::text`, pattern),
        ilike(sql`${auditEntries.detail}::text`, pattern),
        ilike(sql`${auditEntries.origin}->>'address'`, pattern),
        ...(isId ? [eq(auditEntries.documentId, q)] : []),
      ),
    );
  }
  if (actor) conditions.push(actor === DESK_ITSELF ? isNull(auditEntries.actorId) : eq(auditEntries.actorId, actor));
  if (event) conditions.push(or(eq(auditEntries.event, event), sql`starts_with(${auditEntries.event}, ${`${event}.`})`));
  if (document_id) conditions.push(eq(auditEntries.documentId, document_id));
  if (from) conditions.push(gte(auditEntries.at, new Date(from)));
  if (to) conditions.push(lt(auditEntries.at, new Date(to)));
  return and(...conditions);
}

/** Rows as the browser and the export get them, with the fields' labels of the documents' present schemas. */
export async function toAuditEntries(executor: Executor, rows: readonly AuditRow[]): Promise<AuditEntry[]> {
  const labels = await labelPlaces(
    executor,
    rows.flatMap(({ entry: { documentId, pointer } }) => (documentId && pointer ? [{ documentId, pointer }] : [])),
  );
  return rows.map(({ entry: row, documentName, withheld }) => ({
    id: String(row.id),
    at: row.at.toISOString(),
    actor: row.actorId ? { id: row.actorId, name: row.actorName ?? '' } : null,
    document_id: row.documentId,
    document_name: documentName,
    event: row.event,
    pointer: row.pointer,
    field_label: row.documentId && row.pointer ? (labels.get(`${row.documentId} ${row.pointer}`) ?? null) : null,
    origin: row.origin,
    old_value: withheld ? null : (row.oldValue ?? null),
    new_value: withheld ? null : (row.newValue ?? null),
    detail: withheld ? { withheld: true } : row.detail,
  }));
}

async function listAudit(desk: Desk, where: SQL | undefined, limit: number, offset: number, readerId?: string): Promise<ListAudit> {
  const { database } = desk;
  const ofDocument = eq(documents.id, auditEntries.documentId);
  const [rows, [all]] = await Promise.all([
    database
      .select({ entry: auditEntries, documentName: documents.name, withheld: isWithheld(sql`documents.id`, readerId) })
      .from(auditEntries)
      .leftJoin(documents, ofDocument)
      .where(where)
      .orderBy(desc(auditEntries.id))
      .limit(limit)
      .offset(offset),
    database.select({ total: count() }).from(auditEntries).leftJoin(documents, ofDocument).where(where),
  ]);
  return { items: await toAuditEntries(database, rows), total: all?.total ?? 0 };
}
