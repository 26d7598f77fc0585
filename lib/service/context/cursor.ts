import { ProblemError } from '#lib/contract/problems/problem-error.ts';
import { isUuid } from '#lib/platform/is-uuid.ts';

/** One page of a list, newest first. `next_cursor` asks for what comes after it; null = the end. */
export type ListPage<T> = { items: T[]; next_cursor: string | null };

/** The id a cursor stands for. @throws ProblemError `invalid_request` */
export function parseCursor(cursor: string | undefined): string | null {
  if (cursor === undefined) return null;
  const id = Buffer.from(cursor, 'base64url').toString('latin1');
  if (isUuid(id)) return id;
  throw new ProblemError('invalid_request', 'This cursor was not given by this service.', {
    errors: [{ pointer: '/query/cursor', message: 'Use next_cursor of the page before, unchanged.' }],
  });
}

/** Cuts a page out of `limit + 1` rows. */
export function toListPage<R extends { id: string }, T>(rows: R[], limit: number, toItem: (row: R) => T): ListPage<T> {
  const items = rows.slice(0, limit);
  const last = rows.length > limit ? items.at(-1) : undefined;
  return { items: items.map(toItem), next_cursor: last ? Buffer.from(last.id, 'latin1').toString('base64url') : null };
}
