import { queryOptions } from '@tanstack/react-query';
import type { DeskDocument } from '#lib/contract/desk-document.ts';
import { documentKeys, type ListQuery, listDocuments } from './documents.ts';

/** The documents a reviewer works through, one after the other: what the list showed when the first was opened. */
export type ReviewLine = Pick<ListQuery, 'q' | 'schema_id' | 'sort' | 'order'>;

const KEY = 'countersign.review-line';
const OLDEST_FIRST: ReviewLine = { sort: 'created_at', order: 'asc' };

/** Remembers the list's filter and order for this tab. */
export function keepReviewLine({ q, schema_id, sort, order }: ReviewLine): void {
  sessionStorage.setItem(KEY, JSON.stringify({ q, schema_id, sort, order }));
}

function findReviewLine(): ReviewLine {
  try {
    return (JSON.parse(sessionStorage.getItem(KEY) ?? 'null') as ReviewLine | null) ?? OLDEST_FIRST;
  } catch {
    return OLDEST_FIRST;
  }
}

export type NextInLine = {
  next: DeskDocument | null;
  /** Documents of the line that still wait for a review, this one included. */
  waiting: number;
};

/** The document to review after this one, and how many wait. Asked for while the person works, so that it is there in time. */
export function nextInLineQuery(id: string) {
  return queryOptions({
    queryKey: documentKeys.line(id),
    queryFn: async ({ signal }): Promise<NextInLine> => {
      const list = await listDocuments({ ...findReviewLine(), state: 'to_review', page: 1, page_size: 50 }, signal);
      const at = list.items.findIndex((document) => document.id === id);
      const others = list.items.filter((document) => document.id !== id);
      const after = at < 0 ? others[0] : (list.items[at + 1] ?? others[0]);
      return { next: after ?? null, waiting: list.total };
    },
    staleTime: 10_000,
  });
}
