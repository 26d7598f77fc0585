import { and, desc, eq, gt, inArray, isNotNull, isNull, sql } from 'drizzle-orm';
import type { InboxCauser, InboxKind } from '#lib/contract/desk/inbox.ts';
import { newId, now } from '#lib/platform/clock.ts';
import { ADVISORY_LOCKS } from '#lib/platform/database/advisory-locks.ts';
import type { Transaction } from '#lib/platform/database/database.ts';
import { inboxEntries } from './tables.ts';

export type EntryDraft = {
  personId: string;
  kind: InboxKind;
  /** Tells the occasion; the same one again writes nothing. */
  cause: string;
  documentId?: string;
  deploymentId?: string;
  schemaId?: string;
  commentId?: string;
  by: InboxCauser | null;
};

/** What comes to a person from the same causer within so long, unread and not mailed yet, is one entry with a count. */
const TOGETHER_MS = 10 * 60_000;
const GROUPED: readonly InboxKind[] = ['assigned', 'second_approval', 'overdue', 'trouble'];

/**
 * Writes entries into inboxes. One whose cause was over and is there again is opened again. Call it when all documents that
 * the transaction wants are locked: others who write to the same people wait from here to the commit.
 */
export async function writeEntries(transaction: Transaction, drafts: readonly EntryDraft[]): Promise<void> {
  if (drafts.length === 0) return;
  const people = [...new Set(drafts.map(({ personId }) => personId))].sort();
  for (const personId of people) {
    await transaction.execute(sql`select pg_advisory_xact_lock(${ADVISORY_LOCKS.inbox}, hashtext(${personId}))`);
  }
  const groups = await findGroups(transaction, people);
  const at = now();
  const rows = drafts.map((draft) => {
    const key = groupKey(draft);
    const groupId = (GROUPED.includes(draft.kind) ? groups.get(key) : null) ?? newId();
    groups.set(key, groupId);
    return { id: newId(), at, groupId, ...draft };
  });
  await transaction
    .insert(inboxEntries)
    .values(rows)
    .onConflictDoUpdate({
      target: [inboxEntries.personId, inboxEntries.kind, inboxEntries.cause],
      set: { settledAt: null },
      setWhere: isNotNull(inboxEntries.settledAt),
    });
}

const groupKey = ({ personId, kind, by }: Pick<EntryDraft, 'personId' | 'kind' | 'by'>) =>
  JSON.stringify([personId, kind, by && [by.kind, by.id ?? by.name]]);

/** The newest groups that more may join. */
async function findGroups(transaction: Transaction, people: string[]): Promise<Map<string, string>> {
  const open = await transaction
    .selectDistinctOn([inboxEntries.groupId], {
      personId: inboxEntries.personId,
      kind: inboxEntries.kind,
      by: inboxEntries.by,
      groupId: inboxEntries.groupId,
    })
    .from(inboxEntries)
    .where(
      and(
        inArray(inboxEntries.personId, people),
        inArray(inboxEntries.kind, [...GROUPED]),
        isNull(inboxEntries.readAt),
        isNull(inboxEntries.settledAt),
        isNull(inboxEntries.mailId),
        gt(inboxEntries.at, new Date(Date.now() - TOGETHER_MS)),
      ),
    )
    .orderBy(inboxEntries.groupId, desc(inboxEntries.at));
  return new Map(open.map((row) => [groupKey(row), row.groupId]));
}

/** Opens or settles the entries about a comment. */
export async function setCommentSettled(transaction: Transaction, commentId: string, settled: boolean): Promise<void> {
  await transaction
    .update(inboxEntries)
    .set({ settledAt: settled ? now() : null })
    .where(eq(inboxEntries.commentId, commentId));
}
