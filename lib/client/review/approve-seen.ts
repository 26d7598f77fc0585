import type { DeskDocumentDetail } from '#lib/contract/desk/desk-document.ts';
import type { Flag, MergedFields } from '#lib/contract/desk/review.ts';
import { ProblemError } from '#lib/contract/problems/problem-error.ts';
import type { ActionOutbox } from './action-outbox.ts';

type ApproveSeenOptions<T> = {
  /** The outbox that saves the document's actions now; another one when the document was left and opened again. */
  findOutbox: () => Pick<ActionOutbox, 'present' | 'flush'>;
  approve: (revision: number) => Promise<T>;
  /** Milliseconds within which what is unsaved must be saved. */
  limitMs: number;
};

/**
 * Prepares the approval of the document as it is seen at this moment. What is returned saves what is unsaved and approves, now or
 * when the network is back: saving goes on on top of what others did, an approval does not.
 * @returns rejects with `stale_revision`, the present detail in `extra.detail`, when a value is another one by then or a flag is new
 */
export function approveSeen<T>({ findOutbox, approve, limitMs }: ApproveSeenOptions<T>): () => Promise<T> {
  const seen = findOutbox().present();
  return async () => {
    const detail = await findOutbox().flush(limitMs);
    if (!isAsSeen(detail, seen)) {
      throw new ProblemError('stale_revision', 'It was changed after you approved it. Check the current values and approve it again.', {
        extra: { detail },
      });
    }
    return approve(detail.document.revision);
  };
}

/** Same values under the same schema, and no flag that was not there to be signed off; one that was answered is no harm. */
function isAsSeen(detail: DeskDocumentDetail, seen: DeskDocumentDetail): boolean {
  const known = new Set(seen.flags.map(nameOf));
  return valuesOf(detail) === valuesOf(seen) && detail.flags.every((flag) => known.has(nameOf(flag)));
}

function valuesOf({ schema, fields }: DeskDocumentDetail): string {
  return JSON.stringify([schema?.id ?? null, plain(fields ?? {})]);
}

function plain(fields: MergedFields): unknown[] {
  const names = Object.keys(fields).toSorted();
  return names.map((name) => {
    const entry = fields[name];
    if (!Array.isArray(entry)) return [name, entry?.value ?? null, entry?.currency ?? null];
    return [name, entry.map(({ cells }) => plain(cells))];
  });
}

function nameOf({ pointer, reason }: Flag): string {
  return `${pointer} ${reason}`;
}
