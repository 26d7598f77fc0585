import { and, asc, count, eq, isNull } from 'drizzle-orm';
import type { z } from 'zod';
import type { addCommentSchema, Comment } from '#lib/contract/desk/comment.ts';
import type { PersonName } from '#lib/contract/desk/user.ts';
import { ownValue } from '#lib/contract/json/own-value.ts';
import { ProblemError } from '#lib/contract/problems/problem-error.ts';
import { formatPointer, parsePointer } from '#lib/document/values/pointer.ts';
import { now } from '#lib/platform/clock.ts';
import type { Executor, Transaction } from '#lib/platform/database/database.ts';
import { appendAudit } from '../../audit/append-audit.ts';
import type { Actor, Desk } from '../../context/desk.ts';
import { type DocumentRow, lockDocumentRow } from '../../documents/desk-document.ts';
import { getReadableRow } from '../../documents/quality-samples/get-readable-row.ts';
import { documents } from '../../documents/tables.ts';
import { settleComment, tellComment } from '../../inbox/tell-comment.ts';
import { findReview } from '../review.ts';
import { comments } from '../tables.ts';

const MOST = 500;

/**
 * Everything said about a document, oldest first.
 * @param readerId who gets it @throws ProblemError `not_found`, `conflict` (the document's values are withheld from that person)
 */
export async function listComments(desk: Desk, id: string, readerId?: string): Promise<Comment[]> {
  await getReadableRow(desk.database, id, readerId);
  return readComments(desk.database, id);
}

/**
 * Says something about a document or one of its values. Needs no lock; the same id again is harmless. People named in it, and those
 * who wrote about the same before, find it in their inboxes.
 * @param body.mentions people who exist and may review; that is for the caller to see to
 * @returns everything said about the document
 * @throws ProblemError `not_found`, `conflict` (500 comments are there, or values are withheld from whoever writes), `invalid_request` (no such value)
 */
export async function addComment(
  desk: Desk,
  actor: NonNullable<Actor>,
  id: string,
  body: Omit<z.output<typeof addCommentSchema>, 'mentions'> & { mentions?: PersonName[] },
): Promise<Comment[]> {
  return desk.database.transaction(async (transaction) => {
    const row = await lockReadableRow(transaction, id, actor);
    const before = await readComments(transaction, id);
    if (before.some((comment) => comment.id === body.id.toLowerCase())) return before;
    if (before.length >= MOST) throw new ProblemError('conflict', `There are ${MOST} comments already; no more can be added.`);
    const pointer = body.pointer === null ? null : await requirePlace(transaction, row, body.pointer);
    const written = await transaction
      .insert(comments)
      .values({ ...body, documentId: id, authorId: actor.id, authorName: actor.name, at: now() })
      .onConflictDoNothing()
      .returning({ id: comments.id });
    if (written.length === 0) throw new ProblemError('conflict', 'A comment with this id belongs to another document.');
    await recordComments(transaction, row);
    await tellComment(transaction, { comment: { ...body, documentId: id }, author: actor, before });
    const place = pointer === null ? {} : { pointer };
    await appendAudit(transaction, [{ actor, documentId: id, event: 'comment.added', newValue: body.text, ...place }]);
    return readComments(transaction, id);
  });
}

/** Marks a comment as settled, or opens it again. @returns everything said about the document @throws ProblemError `not_found`, `conflict` (as `listComments`) */
export async function resolveComment(
  desk: Desk,
  actor: NonNullable<Actor>,
  id: string,
  commentId: string,
  resolved: boolean,
): Promise<Comment[]> {
  return desk.database.transaction(async (transaction) => {
    const row = await lockReadableRow(transaction, id, actor);
    const before = await readComments(transaction, id);
    const comment = before.find((candidate) => candidate.id === commentId);
    if (!comment) throw new ProblemError('not_found', 'This comment no longer exists.');
    if ((comment.resolved !== null) === resolved) return before;
    await transaction
      .update(comments)
      .set(resolved ? { resolvedAt: now(), resolvedByName: actor.name } : { resolvedAt: null, resolvedByName: null })
      .where(eq(comments.id, commentId));
    await recordComments(transaction, row);
    await settleComment(transaction, commentId, resolved);
    const event = resolved ? 'comment.resolved' : 'comment.reopened';
    await appendAudit(transaction, [{ actor, documentId: id, event, oldValue: comment.text }]);
    return readComments(transaction, id);
  });
}

/** For what answers with all comments. */
async function lockReadableRow(transaction: Transaction, id: string, actor: NonNullable<Actor>): Promise<DocumentRow> {
  const row = await lockDocumentRow(transaction, id);
  // values are withheld of approved documents only
  if (row.state === 'approved') await getReadableRow(transaction, id, actor.id);
  return row;
}

async function readComments(executor: Executor, documentId: string): Promise<Comment[]> {
  const rows = await executor
    .select()
    .from(comments)
    .where(eq(comments.documentId, documentId))
    .orderBy(asc(comments.at), asc(comments.id));
  return rows.map(({ id, pointer, text, mentions, authorId, authorName, at, resolvedAt, resolvedByName }) => ({
    id,
    pointer,
    text,
    mentions,
    author: { id: authorId, name: authorName },
    at: at.toISOString(),
    resolved: resolvedAt ? { at: resolvedAt.toISOString(), by: resolvedByName ?? '' } : null,
  }));
}

async function recordComments(transaction: Transaction, row: DocumentRow): Promise<void> {
  const [open] = await transaction
    .select({ total: count() })
    .from(comments)
    .where(and(eq(comments.documentId, row.id), isNull(comments.resolvedAt)));
  await transaction
    .update(documents)
    .set({ openComments: open?.total ?? 0, commentsRevision: row.commentsRevision + 1 })
    .where(eq(documents.id, row.id));
}

/** Where the value stands now, by index. @throws ProblemError `invalid_request` */
async function requirePlace(transaction: Transaction, row: DocumentRow, pointer: string): Promise<string> {
  const [name = '', key, column] = parsePointer(pointer);
  const entry = ownValue((await findReview(transaction, row))?.fields ?? {}, name);
  if (!Array.isArray(entry) && entry && key === undefined) return pointer;
  const index = Array.isArray(entry) ? entry.findIndex((candidate) => candidate.key === key) : -1;
  const isThere =
    Array.isArray(entry) && (key === undefined || (index >= 0 && (column === undefined || ownValue(entry[index]?.cells ?? {}, column))));
  if (!isThere) throw new ProblemError('invalid_request', 'The value that this comment is about is no longer in the document.');
  if (key === undefined) return pointer;
  return column === undefined ? formatPointer(name, index) : formatPointer(name, index, column);
}
