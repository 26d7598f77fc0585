import type { Comment } from '#lib/contract/desk/comment.ts';
import type { InboxCauser } from '#lib/contract/desk/inbox.ts';
import type { PersonName } from '#lib/contract/desk/user.ts';
import type { Transaction } from '#lib/platform/database/database.ts';
import type { Actor } from '../context/desk.ts';
import { type EntryDraft, setCommentSettled, writeEntries } from './write-entries.ts';

/**
 * Tells those who are named in a new comment, and those who wrote about the same value (or the whole document) before; who is
 * both is told once, that they are named.
 * @param options.before what was said about the document until now
 */
export async function tellComment(
  transaction: Transaction,
  options: {
    comment: { id: string; documentId: string; pointer: string | null; mentions?: readonly PersonName[] };
    author: NonNullable<Actor>;
    before: readonly Comment[];
  },
): Promise<void> {
  const { comment, author, before } = options;
  const by: InboxCauser = { kind: 'person', id: author.id, name: author.name };
  const about = { cause: comment.id.toLowerCase(), documentId: comment.documentId, commentId: comment.id, by };
  const named = new Set((comment.mentions ?? []).map(({ id }) => id));
  const thread = new Set(before.filter(({ pointer }) => pointer === comment.pointer).map((one) => one.author.id));
  const drafts: EntryDraft[] = [
    ...[...named].map((personId) => ({ ...about, personId, kind: 'mentioned' as const })),
    ...[...thread].filter((id) => !named.has(id)).map((personId) => ({ ...about, personId, kind: 'answered' as const })),
  ];
  await writeEntries(
    transaction,
    drafts.filter(({ personId }) => personId !== author.id),
  );
}

/** A comment was resolved, or opened again: so are the entries about it. */
export async function settleComment(transaction: Transaction, commentId: string, resolved: boolean): Promise<void> {
  await setCommentSettled(transaction, commentId, resolved);
}
