import { and, asc, count, desc, eq, ilike, inArray, not, or, type SQL, sql } from 'drizzle-orm';
import type { z } from 'zod';
import type { DeskDocumentState, ListDocuments, listDocumentsQuerySchema } from '#lib/contract/desk/desk-document.ts';
import type { Executor } from '#lib/platform/database/database.ts';
import type { Desk } from '../../context/desk.ts';
import { isAssigned, isAssignedTo } from '../availability/assignment.ts';
import { isNotPostponed } from '../availability/postponement.ts';
import { selectListed, toDeskDocument } from '../desk-document.ts';
import { listAttached, listFamilies } from '../list-families.ts';
import { findUnqueued } from '../queue-condition.ts';
import { documents } from '../tables.ts';

export type DocumentsQuery = z.output<typeof listDocumentsQuerySchema>;

const SORT: Record<DocumentsQuery['sort'], SQL> = {
  created_at: sql`${documents.createdAt}`,
  name: sql`lower(${documents.name})`,
  state: sql`array_position(array['received','unmapped','indexing','indexed','stacked','classifying','unclassified','extracting','to_review','approved','rejected','failed','split'], ${documents.state})`,
  page_count: sql`${documents.pageCount}`,
  open_flags: sql`${documents.openFlags}`,
  lowest_confidence: sql`${documents.lowestConfidence}`,
  size: sql`${documents.size}`,
  priority: sql`coalesce(${documents.priority}, 0)`,
  due_at: sql`${documents.dueAt}`,
};

const MAY_BE_EMPTY: ReadonlySet<string> = new Set(['page_count', 'open_flags', 'lowest_confidence', 'due_at']);

/** A page of the documents list with its totals. `counts` are per state, for the same search and schema. */
export async function listDocuments(desk: Desk, query: DocumentsQuery): Promise<ListDocuments> {
  const { database } = desk;
  const change = await readHorizon(database);
  const found = and(searchCondition(query), query.queue ? await findUnqueued(database) : undefined);
  const selected = and(found, stateCondition(query.state));
  const parents = database.select({ parent: documents.id }).from(documents).where(selected).as('parents');
  // `nullif` changes nothing but the plan: from the bare column and its foreign key PostgreSQL takes it that every document has a parent
  const isAttached = sql`exists (select 1 from ${parents} where ${parents.parent} = nullif(${documents.parentId}, ${documents.id}))`;
  const isHead = query.families ? and(selected, not(isAttached)) : selected;
  // the page is found first, so that other tables are asked for its documents only
  const page = database
    .select({ id: documents.id })
    .from(documents)
    .where(isHead)
    .orderBy(...sortOrder(query))
    .limit(query.page_size)
    .offset((query.page - 1) * query.page_size);
  const [rows, totals] = await Promise.all([
    selectListed(database)
      .where(inArray(documents.id, page))
      .orderBy(...sortOrder(query)),
    database.select({ state: documents.state, total: count() }).from(documents).where(found).groupBy(documents.state),
  ]);
  const counts = Object.fromEntries(totals.map(({ state, total }) => [state, total]));
  const wanted = statesOf(query.state);
  const total = totals.reduce((sum, entry) => sum + (wanted.length === 0 || wanted.includes(entry.state) ? entry.total : 0), 0);
  const items = rows.map(toDeskDocument);
  if (!query.families) return { items, total, counts, change };
  const ids = rows.map(({ id }) => id);
  const [[heads], attached, families] = await Promise.all([
    database.select({ total: count() }).from(documents).where(isHead),
    listAttached(database, ids, selected),
    listFamilies(database, ids),
  ]);
  return { items, total, heads: heads?.total ?? 0, attached: attached.map(toDeskDocument), families, counts, change };
}

/** The order of the list, the same on every page: empty values last, ties by age. */
export function sortOrder(query: Pick<DocumentsQuery, 'sort' | 'order'>): SQL[] {
  const direction = query.order === 'asc' ? asc : desc;
  const sorted = direction(SORT[query.sort]);
  return [MAY_BE_EMPTY.has(query.sort) ? sql`${sorted} nulls last` : sorted, direction(documents.id)];
}

/** The documents that the list's filters select, state included. */
export function filterCondition(
  query: Pick<DocumentsQuery, 'q' | 'schema_id' | 'parent_id' | 'assigned_to' | 'postponed' | 'state'>,
): SQL | undefined {
  return and(searchCondition(query), stateCondition(query.state));
}

function searchCondition(query: Pick<DocumentsQuery, 'q' | 'schema_id' | 'parent_id' | 'assigned_to' | 'postponed'>): SQL | undefined {
  const conditions: (SQL | undefined)[] = [];
  for (const word of (query.q ?? '').split(/\s+/).filter(Boolean).slice(0, 10)) {
    const pattern = `%${word.replaceAll(/[\\%_]/g, '\\$&')}%`;
    conditions.push(or(ilike(documents.name, pattern), ilike(documents.folder, pattern), ilike(documents.schemaName, pattern)));
  }
  if (query.parent_id) conditions.push(eq(documents.parentId, query.parent_id));
  if (query.schema_id) conditions.push(eq(documents.schemaId, query.schema_id));
  if (query.assigned_to === 'nobody') conditions.push(not(isAssigned()));
  else if (query.assigned_to) conditions.push(isAssignedTo(query.assigned_to));
  if (query.postponed === 'yes') conditions.push(not(isNotPostponed()));
  if (query.postponed === 'no') conditions.push(isNotPostponed());
  return and(...conditions);
}

function statesOf(state: DocumentsQuery['state']): DeskDocumentState[] {
  return state === undefined ? [] : Array.isArray(state) ? state : [state];
}

function stateCondition(state: DocumentsQuery['state']): SQL | undefined {
  const states = statesOf(state);
  return states.length === 0 ? undefined : inArray(documents.state, states);
}

/**
 * The cursor of the delta request: one less than the oldest transaction that may still be running (PostgreSQL's
 * `pg_snapshot_xmin`). Every row written by a transaction up to it is visible already, every later one is asked for next
 * time. Rows that commit out of order are therefore never missed; some are told twice.
 */
export async function readHorizon(executor: Executor): Promise<number> {
  const { rows } = await executor.execute<{ horizon: string }>(sql`select pg_snapshot_xmin(pg_current_snapshot())::text as horizon`);
  return Number(rows[0]?.horizon ?? 1) - 1;
}
