import type { ActionDraft, MergedFields, MergedRow, MergedValue } from '#lib/contract/desk/review.ts';
import { ownValue } from '#lib/contract/json/own-value.ts';
import type { Value } from '#lib/contract/service/extraction.ts';
import { formatPointer, parsePointer } from '../values/pointer.ts';
import type { PendingAction } from './pending-action.ts';
import { isSameJson, isSameSeen, mergedAt, seenOf } from './seen.ts';

/** A side of a conflict: a value, a row's values, a row that is gone, or a place that the newer document's schema does not have. */
export type Side = { value: Value } | { values: Record<string, Value> } | { removed: true } | { no_place: true };

/** Something that two people changed differently. */
export type Conflict = {
  /** As in `PendingAction`; names the conflict. */
  target: string;
  /** The first of the person's actions that did not see the newer value. */
  action: string;
  /** Where it stands in the newer document, or stood when its row is gone. */
  pointer: string;
  seen: Side;
  theirs: Side;
  mine: Side;
  /** Who made the newer value, when that is known. */
  by: { actor: { id: string; name: string }; at: string } | null;
};

/**
 * The conflict of an action with what someone else changed since its person saw it, or null.
 * @param before the newer document, the action not yet applied; `after` with it
 * @param draft the action's, with its pointer in the newer document
 */
export function findConflict(before: MergedFields, after: MergedFields, action: PendingAction, draft: ActionDraft): Conflict | null {
  const { target, seen } = action;
  const found = mergedAt(before, draft.pointer);
  if (!target || !seen || !found || draft.kind === 'insert_row' || draft.kind === 'move_row') return null;
  const present = seenOf(found);
  if (isSameSeen(seen, present)) return null;
  if (draft.kind !== 'confirm' && draft.kind !== 'remove_row') {
    const result = mergedAt(after, draft.pointer);
    if (result && isSameSeen(seenOf(result), present)) return null;
  }
  const mine: Side = draft.kind === 'remove_row' ? { removed: true } : draft.kind === 'confirm' ? seen : present;
  return { target, action: action.id, pointer: draft.pointer, seen, theirs: present, mine, by: authorOf(found) };
}

function authorOf(found: MergedValue | MergedRow): Conflict['by'] {
  const values = 'cells' in found ? Object.values(found.cells) : [found];
  const latest = values.filter((value) => value.actor && value.at).toSorted((a, b) => ((a.at ?? '') < (b.at ?? '') ? 1 : -1))[0];
  return latest?.actor && latest.at ? { actor: latest.actor, at: latest.at } : null;
}

/** Adds the conflict of an action whose field or column the newer document's schema does not have. */
export function addNoPlace(
  conflicts: Map<string, Conflict>,
  { id, draft, target = draft.pointer, seen = { value: null } }: PendingAction,
): void {
  const { kind, pointer } = draft;
  const inserted = () =>
    Object.fromEntries(Object.entries(draft.kind === 'insert_row' ? draft.values : {}).map(([name, { value }]) => [name, value]));
  const mine: Side =
    kind === 'correct'
      ? { value: draft.value }
      : kind === 'insert_row'
        ? { values: inserted() }
        : kind === 'remove_row'
          ? { removed: true }
          : kind === 'clear'
            ? { value: null }
            : seen;
  const found = conflicts.get(target);
  conflicts.set(target, {
    target,
    action: found?.action ?? id,
    pointer,
    seen: found?.seen ?? seen,
    theirs: { no_place: true },
    mine,
    by: null,
  });
}

/** Adds the conflict of an action whose row is gone, or what the action adds to it. */
export function addGone(conflicts: Map<string, Conflict>, action: PendingAction): void {
  const [name = '', key = '', column] = parsePointer(action.target ?? '');
  const target = formatPointer(name, key);
  const found = conflicts.get(target);
  const { draft } = action;
  const value = draft.kind === 'correct' ? draft.value : draft.kind === 'clear' ? null : undefined;
  const own = column !== undefined && value !== undefined ? { [column]: value } : {};
  const row = action.seen && 'value' in action.seen && column !== undefined ? { [column]: action.seen.value } : {};
  const values = action.seen && 'values' in action.seen ? action.seen.values : row;
  const before = found && 'values' in found.seen ? found.seen.values : {};
  const mine = found && 'values' in found.mine ? found.mine.values : {};
  conflicts.set(target, {
    target,
    action: found?.action ?? action.id,
    pointer: formatPointer(name, parsePointer(draft.pointer)[1] ?? '0'),
    seen: { values: { ...values, ...before } },
    theirs: { removed: true },
    mine: { values: { ...values, ...mine, ...own } },
    by: null,
  });
}

/** The person's side as it is after all their actions; of a confirmation it is what they confirmed. */
export function withMine(conflict: Conflict, fields: MergedFields): Conflict {
  if ('removed' in conflict.theirs || 'removed' in conflict.mine || 'no_place' in conflict.theirs) return conflict;
  const [name = '', key, column] = parsePointer(conflict.target);
  const entry = ownValue(fields, name);
  const row = Array.isArray(entry) ? entry.find((candidate) => candidate.key === key) : undefined;
  const found = Array.isArray(entry) ? (column === undefined ? row : row && ownValue(row.cells, column)) : entry;
  if (!found) return { ...conflict, mine: { removed: true } };
  const mine = seenOf(found);
  return isSameJson(mine, conflict.theirs) ? conflict : { ...conflict, mine };
}
