import { and, asc, inArray, type SQL, sql } from 'drizzle-orm';
import type { ListDocuments } from '#lib/contract/desk/desk-document.ts';
import type { Executor } from '#lib/platform/database/database.ts';
import { type ListedRow, selectListed } from './desk-document.ts';
import { documents } from './tables.ts';

/** Mails within mails: so deep the service goes too. */
const DEEPEST = 5;
const MOST = 1000;

/** The attachments of documents, and theirs, as far as `selected` holds for each on the way; in the order of their arrival. @param readerId who asks, see `isWithheld` */
export async function listAttached(
  executor: Executor,
  ids: readonly string[],
  selected: SQL | undefined,
  readerId?: string,
): Promise<ListedRow[]> {
  const attached: ListedRow[] = [];
  let parents = [...ids];
  for (let depth = 0; depth < DEEPEST && parents.length > 0 && attached.length < MOST; depth += 1) {
    const rows = await selectListed(executor, readerId)
      .where(and(inArray(documents.parentId, parents), selected))
      .orderBy(asc(documents.createdAt), asc(documents.id))
      .limit(MOST - attached.length);
    attached.push(...rows);
    parents = rows.map(({ id }) => id);
  }
  return attached;
}

/** For each of the documents that has attachments: how many documents are attached to it, at any depth, in each state. */
export async function listFamilies(executor: Executor, ids: readonly string[]): Promise<NonNullable<ListDocuments['families']>> {
  if (ids.length === 0) return {};
  const given = sql.join(
    ids.map((id) => sql`${id}::uuid`),
    sql`, `,
  );
  const { rows } = await executor.execute<{ head: string; state: string; total: number }>(sql`
    with recursive family as (
      select parent_id as head, id, state, 1 as depth from desk.documents where parent_id in (${given})
      union all
      select family.head, child.id, child.state, family.depth + 1
      from desk.documents child join family on child.parent_id = family.id
      where family.depth < ${DEEPEST}
    )
    select head, state, count(*)::int as total from family group by head, state`);
  const families: NonNullable<ListDocuments['families']> = {};
  for (const { head, state, total } of rows) families[head] = { ...families[head], [state]: total };
  return families;
}
