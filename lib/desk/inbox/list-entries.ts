import { and, desc, eq, inArray, isNull, ne, type SQL, sql } from 'drizzle-orm';
import type { InboxDocument, InboxEntry, InboxKind } from '#lib/contract/desk/inbox.ts';
import { hasPictures } from '#lib/document/geometry/has-pictures.ts';
import type { Executor } from '#lib/platform/database/database.ts';
import { deployments } from '../deployments/tables.ts';
import { documents } from '../documents/tables.ts';
import { comments } from '../review/tables.ts';
import { schemas } from '../schemas/tables.ts';
import { inboxEntries } from './tables.ts';

/** Documents of one entry that are listed. */
const SHOWN = 50;

/** Rows of a person; what only admins may know is among them for admins alone. */
export function ofPerson(person: { id: string; isAdmin: boolean }): SQL | undefined {
  return and(eq(inboxEntries.personId, person.id), person.isAdmin ? undefined : ne(inboxEntries.kind, 'deployment'));
}

export const IS_UNREAD = and(isNull(inboxEntries.readAt), isNull(inboxEntries.settledAt));

/** Entries of a person that were not read and matter still. */
export async function countUnread(executor: Executor, person: { id: string; isAdmin: boolean }): Promise<number> {
  const [row] = await executor
    .select({ total: sql<number>`count(distinct ${inboxEntries.groupId})::int` })
    .from(inboxEntries)
    .where(and(ofPerson(person), IS_UNREAD));
  return row?.total ?? 0;
}

export type Group = { id: string; kind: InboxKind; at: Date; open: number; all: number; unread: number };

/** Groups of rows as entries, in the order given. */
export async function toEntries(executor: Executor, groups: readonly Group[]): Promise<InboxEntry[]> {
  const ids = groups.map(({ id }) => id);
  if (ids.length === 0) return [];
  const place = sql<number>`row_number() over (partition by ${inboxEntries.groupId}
    order by ${inboxEntries.settledAt} is not null, ${inboxEntries.at} desc, ${inboxEntries.id} desc)`.as('place');
  const placed = executor.select({ id: inboxEntries.id, place }).from(inboxEntries).where(inArray(inboxEntries.groupId, ids)).as('placed');
  const rows = await executor
    .select({
      groupId: inboxEntries.groupId,
      by: inboxEntries.by,
      document: {
        id: documents.id,
        name: documents.name,
        state: documents.state,
        pagesRead: documents.pagesRead,
        mediaType: documents.mediaType,
      },
      failure: documents.failure,
      comment: { id: comments.id, text: comments.text },
      deployment: { id: deployments.id, name: deployments.name },
      schema: { id: schemas.id, name: schemas.name },
    })
    .from(placed)
    .innerJoin(inboxEntries, eq(inboxEntries.id, placed.id))
    .leftJoin(documents, eq(documents.id, inboxEntries.documentId))
    .leftJoin(comments, eq(comments.id, inboxEntries.commentId))
    .leftJoin(deployments, eq(deployments.id, inboxEntries.deploymentId))
    .leftJoin(schemas, eq(schemas.id, inboxEntries.schemaId))
    .where(sql`${placed.place} <= ${SHOWN}`)
    .orderBy(placed.place);
  return groups.map((group) => {
    const own = rows.filter(({ groupId }) => groupId === group.id);
    const listed = own.flatMap(({ document }): InboxDocument[] =>
      document
        ? [
            {
              id: document.id,
              name: document.name,
              state: document.state,
              has_page: document.pagesRead > 0 && hasPictures(document.mediaType),
            },
          ]
        : [],
    );
    const reasons = new Set(own.map(({ failure, document }) => (document?.state === 'failed' ? failure?.message : null)));
    const [reason] = reasons;
    return {
      id: group.id,
      kind: group.kind,
      by: own[0]?.by ?? null,
      at: group.at.toISOString(),
      count: group.open || group.all,
      documents: listed,
      comment: own[0]?.comment ?? null,
      deployment: own[0]?.deployment ?? null,
      schema: own[0]?.schema ?? null,
      reason: group.kind === 'trouble' && reasons.size === 1 ? (reason ?? null) : null,
      read: group.unread === 0,
      settled: group.open === 0,
    };
  });
}

/** Groups of rows for which `where` holds, newest first. @param having a condition on the whole group */
export async function listGroups(
  executor: Executor,
  options: { where: SQL | undefined; having?: SQL | undefined; limit: number },
): Promise<Group[]> {
  const at = sql<Date>`max(${inboxEntries.at})`.mapWith(inboxEntries.at);
  return executor
    .select({
      id: inboxEntries.groupId,
      kind: sql<InboxKind>`min(${inboxEntries.kind})`,
      at,
      open: sql<number>`(count(*) filter (where ${inboxEntries.settledAt} is null))::int`,
      all: sql<number>`count(*)::int`,
      unread: sql<number>`(count(*) filter (where ${IS_UNREAD}))::int`,
    })
    .from(inboxEntries)
    .where(options.where)
    .groupBy(inboxEntries.groupId)
    .having(options.having)
    .orderBy(desc(at), desc(inboxEntries.groupId))
    .limit(options.limit);
}
