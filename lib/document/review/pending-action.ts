import type { ActionDraft, MergedFields } from '#lib/contract/desk/review.ts';
import { ownValue } from '#lib/contract/json/own-value.ts';
import { formatPointer, parsePointer } from '../values/pointer.ts';
import { inverseOf } from './inverse-of.ts';
import { mergedAt, type Seen, seenOf } from './seen.ts';

/** An action that is not saved yet, with what its person saw when they did it, so that it can be laid over a newer document. */
export type PendingAction = {
  id: string;
  at: string;
  draft: ActionDraft;
  /** What it acts on, with the row's key in place of its index: `/number`, `/lines/m3/amount`, `/lines/m3`. */
  target?: string | undefined;
  seen?: Seen | undefined;
  /** Of a row that comes or moves: key of the row that it follows; null = none. */
  after?: string | null | undefined;
  /** What brings the row of the target back after someone else removed it. */
  bringBack?: ActionDraft[] | undefined;
};

/** An action with what it acts on and what stands there. @param fields what the person sees, the action not yet applied */
export function pendingActionOf(fields: MergedFields, action: Pick<PendingAction, 'id' | 'at' | 'draft'>): PendingAction {
  const { id, draft } = action;
  const [name = '', indexText, column] = parsePointer(draft.pointer);
  const entry = ownValue(fields, name);
  if (!Array.isArray(entry)) return { ...action, target: draft.pointer, ...seenAt(fields, draft) };
  const index = Number(indexText);
  if (draft.kind === 'insert_row') {
    return { ...action, target: formatPointer(name, draft.restores ?? id), after: entry[Math.min(index, entry.length) - 1]?.key ?? null };
  }
  const row = entry[index];
  if (!row) return action;
  const target = column === undefined ? formatPointer(name, row.key) : formatPointer(name, row.key, column);
  if (draft.kind === 'move_row') return { ...action, target, after: entry.toSpliced(index, 1)[draft.to - 1]?.key ?? null };
  const back =
    draft.kind === 'remove_row'
      ? {}
      : { after: entry[index - 1]?.key ?? null, bringBack: inverseOf(fields, { kind: 'remove_row', pointer: row.pointer }) };
  return { ...action, target, ...seenAt(fields, draft), ...back };
}

function seenAt(fields: MergedFields, draft: ActionDraft): { seen?: Seen } {
  const found = mergedAt(fields, draft.pointer);
  if (!found) return {};
  return { seen: draft.kind === 'confirm' && !('cells' in found) ? { ...seenOf(found), evidence: found.evidence } : seenOf(found) };
}

/** An extracted row that comes back has the key it had, also where the extracted values are not at hand. */
export function localId({ id, draft }: Pick<PendingAction, 'id' | 'draft'>): string {
  return draft.kind === 'insert_row' ? (draft.restores ?? id) : id;
}
