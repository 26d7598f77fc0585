import { type SQL, sql } from 'drizzle-orm';
import type { DeskDocumentState, ListDocuments } from '#lib/contract/desk/desk-document.ts';
import { MOST_COUNTED } from '#lib/contract/desk/search/most-counted.ts';
import type { Executor } from '#lib/platform/database/database.ts';
import { documents } from '../documents/tables.ts';
import { entryConditions, isFoundAt } from './search-condition.ts';
import { searchEntries } from './tables.ts';

export type WalkedMatches = {
  /** The documents of the page, in its order. */
  ids: string[];
  counts: NonNullable<ListDocuments['counts']>;
  total: number;
  heads: number;
};

type Asked = {
  text: string;
  /** All filters but the search and that of the states. */
  filters: SQL | undefined;
  /** The filters, and that of the states. */
  selected: SQL | undefined;
  withFamilies: boolean;
  /** The documents that a condition selects, in the order of the list. */
  sorted: (condition: SQL | undefined) => SQL;
  limit: number;
  offset: number;
};

/** Of this share of documents on, and of so many: less is counted sooner at once than document by document. */
const [FREQUENT_SHARE, FREQUENT] = [0.4, 10_000];
/** Pages of the table that are looked at to tell; some hold ten entries, some one. */
const SAMPLED_PAGES = 200;

/** Whether a search finds a great part of many documents, judged by a sample, always the same; filters left aside. */
export async function isFrequent(executor: Executor, text: string): Promise<boolean> {
  const conditions = entryConditions(text);
  if (conditions.length === 0) return false;
  const pages = sql`(pg_relation_size('desk.search_entries') / current_setting('block_size')::int)`;
  const { rows } = await executor.execute<{ percent: number }>(
    sql`select least(100, 100.0 * ${SAMPLED_PAGES} / greatest(1, ${pages}))::float8 as percent`,
  );
  const percent = rows[0]!.percent;
  const sample = await executor.execute<{ looked: number; found: number }>(sql`
    select count(*)::int as looked, count(*) filter (where ${sql.join(conditions, sql` or `)})::int as found
    from ${searchEntries} e tablesample system (${percent}) repeatable (0)`);
  const { looked, found } = sample.rows[0]!;
  return found >= FREQUENT_SHARE * looked && found / (percent / 100) > FREQUENT;
}

/**
 * A page of what a frequent search finds: the documents are gone through in the order of the list until the page is full. Totals are
 * counted up to `MOST_COUNTED`.
 */
export async function walkMatches(executor: Executor, asked: Asked): Promise<WalkedMatches> {
  const { filters, selected } = asked;
  const [ids, all, wanted] = await Promise.all([
    walkPage(executor, asked),
    countUpTo(executor, asked, filters),
    filters === selected ? null : countUpTo(executor, asked, selected),
  ]);
  const { total, heads } = wanted ?? all;
  return { ids, total, heads, counts: all.total > MOST_COUNTED ? await listStates(executor, asked) : all.counts };
}

async function walkPage(executor: Executor, { text, selected, withFamilies, sorted, limit, offset }: Asked): Promise<string[]> {
  const isShown = withFamilies ? sql`not ${isAttached(text, selected, sql`walked.id`)}` : sql`true`;
  // an `offset` keeps PostgreSQL from looking for words in all documents before it sorts them
  const { rows } = await executor.execute<{ id: string }>(sql`
    select walked.id from (${sorted(selected)} offset 0) as walked
    where (${isFoundAt(text, sql`walked.id`)}) and ${isShown} limit ${limit} offset ${offset}`);
  return rows.map(({ id }) => id);
}

/** Found documents per state, and in all, as far as they are counted; and how many of them stand for themselves. */
async function countUpTo(executor: Executor, { text, selected, withFamilies }: Asked, condition: SQL | undefined) {
  const isHead = withFamilies ? sql`not ${isAttached(text, selected, sql`found.id`)}` : sql`true`;
  const { rows } = await executor.execute<{ state: DeskDocumentState; total: number; heads: number }>(sql`
    select state, count(*)::int as total, count(*) filter (where ${isHead})::int as heads from (
      select walked.id, walked.state from (select ${documents.id}, ${documents.state} from ${documents} where ${condition ?? sql`true`}) as walked
      where ${isFoundAt(text, sql`walked.id`)} limit ${MOST_COUNTED + 1}
    ) as found group by state`);
  const sum = (what: 'total' | 'heads') => rows.reduce((all, row) => all + row[what], 0);
  return { counts: Object.fromEntries(rows.map(({ state, total }) => [state, total])), total: sum('total'), heads: sum('heads') };
}

/** The states of found documents, without counting them. */
async function listStates(executor: Executor, { text, filters }: Asked): Promise<Record<string, null>> {
  const { rows } = await executor.execute<{ state: DeskDocumentState }>(sql`
    select states.state from (select distinct ${documents.state} from ${documents}) as states where exists (
      select 1 from ${documents} where ${documents.state} = states.state and (${filters ?? sql`true`}) and (${isFoundAt(text, sql`${documents.id}`)}))`);
  return Object.fromEntries(rows.map(({ state }) => [state, null]));
}

/** Whether the document's parent is in the list too. */
function isAttached(text: string, selected: SQL | undefined, id: SQL): SQL {
  return sql`coalesce((select true from ${documents}
    where ${documents.id} = (select child.parent_id from ${documents} child where child.id = ${id})
      and (${selected ?? sql`true`}) and (${isFoundAt(text, sql`${documents.id}`)})), false)`;
}
