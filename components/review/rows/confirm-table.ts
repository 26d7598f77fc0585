import { chordKeys } from '#components/shared/keys/shortcut-keys.ts';
import { keysOf } from '#components/shared/keys/shortcuts.ts';
import { showToast } from '#components/ui/layers/toast.tsx';
import { ownValue } from '#lib/contract/json/own-value.ts';
import { listConfirmations } from '#lib/document/review/list-confirmations.ts';
import type { Review } from '../session/review-context.ts';

/** Name and usual keys of what confirms the table in focus. */
export const CONFIRM_TABLE = { id: 'fields.confirm-table', keys: ['Alt+Shift+c'] };

const counted = (count: number, one: string) => `${count.toLocaleString('en')} ${count === 1 ? one : `${one}s`}`;

/**
 * Confirms the rows of a table that nothing speaks against, all in one step; says what was done and what was left.
 * @returns true when only rows with a flag are left, which a person has to say yes to
 */
export function confirmTable(review: Pick<Review, 'detail' | 'act'>, table: string): boolean {
  const { plain, flagged, flaggedRows } = confirmationsOf(review, table);
  if (plain.length === 0 && flagged.length > 0) return true;
  if (plain.length === 0) {
    showToast({ tone: 'info', title: 'Every value in this table is confirmed.' });
    return false;
  }
  review.act(...plain);
  const [chord] = keysOf(CONFIRM_TABLE);
  const left = `${counted(flaggedRows, 'row')} with a flag ${flaggedRows === 1 ? 'was' : 'were'} left out.`;
  showToast({
    tone: 'ok',
    title: `${counted(plain.length, 'cell')} confirmed`,
    ...(flagged.length > 0
      ? { detail: chord ? `${left} Press ${chordKeys(chord).join('+')} again to confirm ${flaggedRows === 1 ? 'it' : 'them'} too.` : left }
      : {}),
  });
  return false;
}

/** What confirms a table as it is now. */
export function confirmationsOf({ detail }: Pick<Review, 'detail'>, table: string) {
  const field = detail.schema?.fields.find(({ name }) => name === table);
  const rows = detail.fields && ownValue(detail.fields, table);
  return listConfirmations(table, field?.fields ?? [], Array.isArray(rows) ? rows : [], detail.flags);
}
