import { type SQL, sql } from 'drizzle-orm';
import type { InboxCauser } from '#lib/contract/desk/inbox.ts';
import type { Executor } from '#lib/platform/database/database.ts';
import { causesOf, type FOUND_KINDS } from './causes.ts';
import { inboxEntries } from './tables.ts';
import type { EntryDraft } from './write-entries.ts';

type Row = { person_id: string; cause: string; document_id: string; by: InboxCauser | null };

/** Found in one round; the rest in the next ones. Second approvals are filtered afterwards, so that all are looked at. */
const AT_ONCE = 500;
const ALL = 50_000;

/**
 * The entries of a kind that are the case and not open.
 * @param options.where a condition on `cause.document_id`, `cause.person_id`
 * @param options.people those who may give a second approval
 */
export async function findMissing(
  executor: Executor,
  kind: (typeof FOUND_KINDS)[number],
  options: { where?: SQL | undefined; people?: readonly string[] } = {},
): Promise<(EntryDraft & { documentId: string })[]> {
  const people = sql`select unnest(${sql.param([...(options.people ?? [])])}::text[]) as person_id`;
  const { rows } = await executor.execute<Row>(sql`
    select cause.* from (${causesOf(kind, people)}) as cause
    where ${options.where ?? sql`true`} and not exists (select 1 from ${inboxEntries}
      where ${inboxEntries.personId} = cause.person_id and ${inboxEntries.kind} = ${kind} and ${inboxEntries.cause} = cause.cause
        and ${inboxEntries.settledAt} is null)
    order by cause.document_id, cause.person_id limit ${kind === 'second_approval' ? ALL : AT_ONCE}`);
  return rows.map((row) => ({ personId: row.person_id, kind, cause: row.cause, documentId: row.document_id, by: row.by }));
}
