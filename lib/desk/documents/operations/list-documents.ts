import { and, asc, count, desc, eq, inArray, not, type SQL, sql } from 'drizzle-orm';
import type { z } from 'zod';
import type { DeskDocumentState, ListDocuments, listDocumentsQuerySchema } from '#lib/contract/desk/desk-document.ts';
import type { Executor } from '#lib/platform/database/database.ts';
import type { Desk } from '../../context/desk.ts';
import { findPlaces } from '../../search/find-places.ts';
import { listMatches } from '../../search/list-matches.ts';
import { isFoundAt, isFoundBy } from '../../search/search-condition.ts';
import { isFrequent, walkMatches } from '../../search/walk-matches.ts';
import { type ListedRow, selectListed, toDeskDocument } from '../desk-document.ts';
import { findListCondition } from '../list-condition.ts';
import { listAttached, listFamilies } from '../list-families.ts';
import { documents } from '../tables.ts';
import { fieldOfSort, hasValueOf, valueOrder } from '../values/field-order.ts';
import { listShownValues } from '../values/list-shown-values.ts';
import { documentValues } from '../values/tables.ts';
import { valuesCondition } from '../values/values-condition.ts';

/** `askerId`: who asks, for filters that mean this person and for what is withheld from them. */
export type DocumentsQuery = z.output<typeof listDocumentsQuerySchema> & { askerId?: string };

const SORT = {
  created_at: sql`${documents.createdAt}`,
  name: sql`lower(${documents.name})`,
  state: sql`array_position(array['received','unmapped','indexing','indexed','stacked','classifying','unclassified','extracting','to_review','approved','rejected','failed','split'], ${documents.state})`,
  page_count: sql`${documents.pageCount}`,
  open_flags: sql`${documents.openFlags}`,
  lowest_confidence: sql`${documents.lowestConfidence}`,
  size: sql`${documents.size}`,
  priority: sql`coalesce(${documents.priority}, 0)`,
  due_at: sql`${documents.dueAt}`,
} satisfies Record<string, SQL>;

const MAY_BE_EMPTY: ReadonlySet<string> = new Set(['page_count', 'open_flags', 'lowest_confidence', 'due_at']);

/** A page of the documents list with its totals. `counts` are per state, for the same search and schema. */
export async function listDocuments(desk: Desk, query: DocumentsQuery): Promise<ListDocuments> {
  const { database } = desk;
  const change = await readHorizon(database);
  const { rows, attached, total, counts, heads } = await listPage(database, query);
  const ids = rows.map(({ id }) => id);
  const about = await aboutRows(database, [...ids, ...attached.map(({ id }) => id)], query);
  const items = rows.map(toDeskDocument);
  if (!query.families) return { items, total, counts, change, ...about };
  const families = await listFamilies(database, ids);
  return { items, total, heads, attached: attached.map(toDeskDocument), families, counts, change, ...about };
}

type Page = { rows: ListedRow[]; attached: ListedRow[]; total: number; counts: ListDocuments['counts']; heads: number };

async function listPage(database: Executor, query: DocumentsQuery): Promise<Page> {
  const filters = await findFilters(database, query);
  const text = query.q?.trim() ?? '';
  if (text === '') return browsePage(database, query, filters);
  if (await isFrequent(database, text)) return frequentPage(database, query, text, filters);
  return searchPage(database, query, and(isFoundBy(text), filters));
}

/** A page in the order of an index: nothing is looked at that is not shown or counted. */
async function browsePage(database: Executor, query: DocumentsQuery, found: SQL | undefined): Promise<Page> {
  const selected = and(found, stateCondition(query.state));
  const parents = database.select({ parent: documents.id }).from(documents).where(selected).as('parents');
  // `nullif` changes nothing but the plan: from the bare column and its foreign key PostgreSQL takes it that every document has a parent
  const isAttached = sql`exists (select 1 from ${parents} where ${parents.parent} = nullif(${documents.parentId}, ${documents.id}))`;
  const isHead = query.families ? and(selected, not(isAttached)) : selected;
  // the page is found first, so that other tables are asked for its documents only
  const ids = sortedIds(database, query, isHead)
    .limit(query.page_size)
    .offset((query.page - 1) * query.page_size);
  const [rows, totals, [heads]] = await Promise.all([
    listRows(database, query, ids),
    database.select({ state: documents.state, total: count() }).from(documents).where(found).groupBy(documents.state),
    query.families ? database.select({ total: count() }).from(documents).where(isHead) : [],
  ]);
  const counts = Object.fromEntries(totals.map(({ state, total }) => [state, total]));
  return {
    rows,
    attached: await attachedTo(database, query, rows, selected),
    total: totalOf(counts, query),
    counts,
    heads: heads?.total ?? 0,
  };
}

/** A page of what a search finds, all of which is counted. */
async function searchPage(database: Executor, query: DocumentsQuery, found: SQL | undefined): Promise<Page> {
  const { ids, attached, counts, heads } = await listMatches(database, {
    found,
    states: statesOf(query.state),
    withFamilies: query.families !== undefined,
    sorted: (matches) => sql`${sortedIds(database, query, sql`${documents.id} in (${matches})`)}`,
    limit: query.page_size,
    offset: (query.page - 1) * query.page_size,
  });
  const [rows, below] = await Promise.all([
    listByIds(database, query, ids),
    attached.length === 0
      ? []
      : selectListed(database, query.askerId).where(inArray(documents.id, attached)).orderBy(asc(documents.createdAt), asc(documents.id)),
  ]);
  return { rows, attached: below, total: totalOf(counts, query), counts, heads: heads ?? 0 };
}

/** A page of what a search finds that finds more than is counted. */
async function frequentPage(database: Executor, query: DocumentsQuery, text: string, filters: SQL | undefined): Promise<Page> {
  const state = stateCondition(query.state);
  const selected = state ? and(filters, state) : filters;
  const { ids, ...totals } = await walkMatches(database, {
    text,
    filters,
    selected,
    withFamilies: query.families !== undefined,
    sorted: (condition) => sql`${sortedIds(database, query, condition)}`,
    limit: query.page_size,
    offset: (query.page - 1) * query.page_size,
  });
  const rows = await listByIds(database, query, ids);
  const isBelow = and(selected, sql`(${isFoundAt(text, sql`${documents.id}`)})`);
  return { rows, attached: await attachedTo(database, query, rows, isBelow), ...totals };
}

/** The counts of the wanted states, summed up. */
function totalOf(counts: ListDocuments['counts'], query: DocumentsQuery): number {
  const wanted = statesOf(query.state);
  return Object.entries(counts).reduce((sum, [state, count]) => {
    return sum + (wanted.length === 0 || wanted.includes(state as DeskDocumentState) ? (count ?? 0) : 0);
  }, 0);
}

async function attachedTo(database: Executor, query: DocumentsQuery, rows: readonly ListedRow[], selected: SQL | undefined) {
  if (!query.families) return [];
  const ids = rows.map(({ id }) => id);
  return listAttached(database, ids, selected, query.askerId);
}

/** The ids of the documents that a condition selects, in the order of the list. */
function sortedIds(database: Executor, query: DocumentsQuery, condition: SQL | undefined) {
  const field = fieldOfSort(query.sort);
  const from = database.select({ id: documents.id }).from(documents).$dynamic();
  return (field === null ? from : from.leftJoin(documentValues, hasValueOf(query.schema_id, field)))
    .where(condition)
    .orderBy(...sortOrder(query, true));
}

async function listByIds(database: Executor, query: DocumentsQuery, ids: string[]): Promise<ListedRow[]> {
  return ids.length === 0 ? [] : listRows(database, query, ids);
}

function listRows(database: Executor, query: DocumentsQuery, ids: string[] | ReturnType<typeof sortedIds>): Promise<ListedRow[]> {
  return selectListed(database, query.askerId)
    .where(inArray(documents.id, ids))
    .orderBy(...sortOrder(query));
}

/** Where the documents were found, and their values in the columns that are asked for. */
async function aboutRows(executor: Executor, ids: string[], query: DocumentsQuery): Promise<Pick<ListDocuments, 'found' | 'values'>> {
  const columns = query.columns === undefined || !query.schema_id ? [] : [query.columns].flat();
  const [found, values] = await Promise.all([
    query.q ? findPlaces(executor, ids, query.q, query.askerId) : undefined,
    columns.length > 0 ? listShownValues(executor, ids, query.schema_id!, columns, query.askerId) : undefined,
  ]);
  return { ...(found ? { found } : {}), ...(values ? { values } : {}) };
}

/** The order of the list, the same on every page: empty values last, ties by age. @param isJoined see `valueOrder` */
export function sortOrder(query: Pick<DocumentsQuery, 'sort' | 'order' | 'schema_id'>, isJoined = false): SQL[] {
  const direction = query.order === 'asc' ? asc : desc;
  const field = fieldOfSort(query.sort);
  if (field !== null) return [...valueOrder(query.schema_id, field, query.order, isJoined), direction(documents.id)];
  const sorted = direction(SORT[query.sort as keyof typeof SORT]);
  return [MAY_BE_EMPTY.has(query.sort) ? sql`${sorted} nulls last` : sorted, direction(documents.id)];
}

/** The documents that the list's search and filters select, state included. */
export async function findSelected(executor: Executor, query: DocumentsQuery): Promise<SQL | undefined> {
  return and(isFoundBy(query.q), await findFilters(executor, query), stateCondition(query.state));
}

/** All filters but the search and that of the states. */
async function findFilters(executor: Executor, query: DocumentsQuery): Promise<SQL | undefined> {
  const conditions: (SQL | undefined)[] = [valuesCondition(query.schema_id, query.where)];
  if (query.parent_id) conditions.push(eq(documents.parentId, query.parent_id));
  if (query.schema_id) conditions.push(eq(documents.schemaId, query.schema_id));
  return and(...conditions, await findListCondition(executor, query, query.askerId));
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
