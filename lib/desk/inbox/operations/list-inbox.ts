import { and, eq, isNotNull, isNull, type SQL, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { InboxUnread, ListInbox, listInboxQuerySchema, readInboxSchema } from '#lib/contract/desk/inbox.ts';
import { ProblemError } from '#lib/contract/problems/problem-error.ts';
import { now } from '#lib/platform/clock.ts';
import type { Desk } from '../../context/desk.ts';
import { countUnread, IS_UNREAD, listGroups, ofPerson, toEntries } from '../list-entries.ts';
import { inboxEntries } from '../tables.ts';

/** Whose inbox; admins are told more. */
type Reader = { id: string; isAdmin: boolean };

const UNREAD = sql`count(*) filter (where ${IS_UNREAD})`;
const OPEN = sql`count(*) filter (where ${inboxEntries.settledAt} is null)`;
const STATES: Record<z.output<typeof listInboxQuerySchema>['state'], SQL | undefined> = {
  all: undefined,
  unread: sql`${UNREAD} > 0`,
  open: sql`${OPEN} > 0`,
  settled: sql`${OPEN} = 0`,
};

/** A person's entries, newest first. @throws ProblemError `invalid_request` for a `before` that no answer gave */
export async function listInbox(desk: Desk, reader: Reader, query: z.output<typeof listInboxQuerySchema>): Promise<ListInbox> {
  const { kind, state, before, limit } = query;
  const groups = await listGroups(desk.database, {
    where: and(ofPerson(reader), kind && eq(inboxEntries.kind, kind)),
    having: and(STATES[state], before === undefined ? undefined : isOlder(before)),
    limit: limit + 1,
  });
  const page = groups.slice(0, limit);
  const last = page.at(-1);
  return {
    items: await toEntries(desk.database, page),
    unread: await countUnread(desk.database, reader),
    next: groups.length > limit && last ? `${last.at.toISOString()}_${last.id}` : null,
  };
}

function isOlder(before: string): SQL {
  const [at = '', id = ''] = before.split('_');
  if (!z.iso.datetime().safeParse(at).success || !z.uuid().safeParse(id).success) {
    throw new ProblemError('invalid_request', 'This place in the inbox is not known. Load it anew.');
  }
  return sql`(max(${inboxEntries.at}), ${inboxEntries.groupId}) < (${at}::timestamptz, ${id}::uuid)`;
}

/** How many entries of a person wait to be read. */
export async function countUnreadEntries(desk: Desk, reader: Reader): Promise<number> {
  return countUnread(desk.database, reader);
}

/** Marks entries of a person as read or unread; ids of others change nothing. */
export async function readInbox(desk: Desk, reader: Reader, body: z.output<typeof readInboxSchema>): Promise<InboxUnread> {
  const which =
    'all' in body ? IS_UNREAD : sql`${inboxEntries.groupId} = any(${sql.param(body.ids)}::uuid[]) and ${inboxEntries.settledAt} is null`;
  const read = 'all' in body || body.read;
  await mark(desk, and(eq(inboxEntries.personId, reader.id), which), read);
  return { unread: await countUnread(desk.database, reader) };
}

/**
 * Marks those that are there now, and waits for an entry only while it holds no other: who removes a family of documents has
 * its entries locked in whatever order the database deletes them.
 */
async function mark({ database }: Desk, which: SQL | undefined, read: boolean): Promise<void> {
  const isToMark = and(which, read ? isNull(inboxEntries.readAt) : isNotNull(inboxEntries.readAt));
  const isAmong = (ids: string[]) => and(sql`${inboxEntries.id} = any(${sql.param(ids)}::uuid[])`, isToMark);
  const find = async (condition: SQL | undefined) => {
    const rows = await database.select({ id: inboxEntries.id }).from(inboxEntries).where(condition).orderBy(inboxEntries.id);
    return rows.map(({ id }) => id);
  };
  const set = (condition: SQL | undefined) =>
    database
      .update(inboxEntries)
      .set({ readAt: read ? now() : null })
      .where(condition);
  let left = await find(isToMark);
  while (left.length > 0) {
    const free = database.select({ id: inboxEntries.id }).from(inboxEntries).where(isAmong(left)).for('update', { skipLocked: true });
    await set(sql`${inboxEntries.id} = any(array(${free}))`);
    left = await find(isAmong(left));
    const [busy] = left;
    // after it, the others of whoever held it are free, too
    if (busy) await set(isAmong([busy]));
  }
}
