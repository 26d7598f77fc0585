import { type SQL, sql } from 'drizzle-orm';
import type { DeskDocumentState, ListDocuments } from '#lib/contract/desk/desk-document.ts';
import type { Executor } from '#lib/platform/database/database.ts';
import { documents } from '../documents/tables.ts';

/** Mails within mails, and attachments that are listed at once: as where nothing is searched. */
const [DEEPEST, MOST] = [5, 1000];

export type Matches = {
  /** The documents of the page, in its order. */
  ids: string[];
  counts: NonNullable<ListDocuments['counts']>;
  /** Documents that stand for themselves on all pages, and the ids of what is attached to those of this page; null without families. */
  heads: number | null;
  attached: string[];
};

type Asked = {
  /** The search and all filters but that of the states. */
  found: SQL | undefined;
  /** Condition on `states`: of `state` in the list of what was found; undefined for all. */
  states: readonly DeskDocumentState[];
  withFamilies: boolean;
  /** The ids in `heads`, in the order of the page, without limit. */
  sorted: (heads: SQL) => SQL;
  limit: number;
  offset: number;
};

/**
 * A page of what a search found, with its totals, in one statement: what a search finds costs more than all that is made of it, so it is
 * found once.
 */
export async function listMatches(executor: Executor, asked: Asked): Promise<Matches> {
  const { found, states, withFamilies, sorted, limit, offset } = asked;
  const isWanted = states.length === 0 ? sql`true` : sql`state = any(${sql.param([...states])}::text[])`;
  const isHead = withFamilies ? sql`not exists (select 1 from wanted parent where parent.id = wanted.parent_id)` : sql`true`;
  const { rows } = await executor.execute<Matches>(sql`
    with recursive found as materialized (
      select ${documents.id}, ${documents.parentId}, ${documents.state}, ${documents.createdAt} from ${documents} where ${found ?? sql`true`}
    ), wanted as (select * from found where ${isWanted}),
    heads as (select id from wanted where ${isHead}),
    page as materialized (${sorted(sql`select id from heads`)} limit ${limit} offset ${offset}),
    attached as (
      select wanted.id, wanted.created_at, 1 as depth from wanted join page on page.id = wanted.parent_id where ${withFamilies}
      union all select wanted.id, wanted.created_at, attached.depth + 1 from wanted join attached on attached.id = wanted.parent_id
      where attached.depth < ${DEEPEST}
    )
    select array(select id::text from page) as ids, array(select id::text from attached order by depth, created_at, id limit ${MOST}) as attached,
      ${withFamilies ? sql`(select count(*)::int from heads)` : sql`null::int`} as heads,
      coalesce((select json_object_agg(state, total) from (select state, count(*) as total from found group by state) as states), '{}') as counts`);
  return rows[0]!;
}
