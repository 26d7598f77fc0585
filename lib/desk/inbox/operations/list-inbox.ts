import { and, eq, type SQL, sql } from 'drizzle-orm';

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
  await desk.database.transaction(async (transaction) => {
    // locked in the order of those who settle
    const rows = await transaction
      .select({ id: inboxEntries.id })
      .from(inboxEntries)
      .where(and(eq(inboxEntries.personId, reader.id), which))
      .orderBy(inboxEntries.id)
      .for('update');
    const ids = rows.map(({ id }) => id);
    if (ids.length === 0) return;
    await transaction
      .update(inboxEntries)
      .set({ readAt: read ? now() : null })
      .where(sql`${inboxEntries.id} = any(${sql.param(ids)}::uuid[])`);
  });
  return { unread: await countUnread(desk.database, reader) };
}
