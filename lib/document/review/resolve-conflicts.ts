import type { ActionDraft } from '#lib/contract/desk/review.ts';
import { ownValue } from '#lib/contract/json/own-value.ts';
import { formatPointer, parsePointer } from '../values/pointer.ts';
import type { Conflict, Side } from './find-conflict.ts';
import type { PendingAction } from './pending-action.ts';
import { isSameJson } from './seen.ts';

export type Choice = 'mine' | 'theirs';

/**
 * Settles conflicts: for `theirs` the person's actions on the target go, for `mine` they stay and are done knowing the
 * newer value. A confirmed value becomes a correction to it; a row that is gone is brought back first. What has no place in
 * the schema any more stays open until `theirs` is chosen for it.
 * @param conflicts of `rebaseActions`; those without a choice stay open
 */
export function resolveConflicts(
  pending: readonly PendingAction[],
  conflicts: readonly Conflict[],
  choices: Readonly<Record<string, Choice>>,
  newId: () => string,
): PendingAction[] {
  return conflicts.reduce<PendingAction[]>(
    (left, conflict) => {
      const choice = choices[conflict.target];
      const isOn = ({ target }: PendingAction) => target === conflict.target || target?.startsWith(`${conflict.target}/`) === true;
      if (choice === undefined) return left;
      if (choice === 'theirs') return left.filter((action) => !isOn(action));
      const at = left.findIndex(({ id }) => id === conflict.action);
      const first = left[at];
      if (!first) return left;
      const kept = 'removed' in conflict.theirs ? broughtBack(left, first, conflict.target, newId) : null;
      return kept ?? left.toSpliced(at, 1, ...insisting(first, conflict.theirs, newId));
    },
    [...pending],
  );
}

function insisting(action: PendingAction, theirs: Side, newId: () => string): PendingAction[] {
  if ('removed' in theirs || 'no_place' in theirs) return [action];
  const { draft, seen } = action;
  const knowing = { ...action, seen: theirs };
  if (draft.kind !== 'confirm' || !seen) return [knowing];
  const { pointer } = draft;
  if ('value' in seen) {
    return [{ ...knowing, draft: { kind: 'correct', pointer, value: seen.value, evidence: seen.evidence ?? [] } }];
  }
  const changed = Object.entries(seen.values).filter(
    ([name, value]) => 'values' in theirs && !isSameJson(ownValue(theirs.values, name) ?? null, value),
  );
  return [
    ...changed.map(([name, value]): PendingAction => {
      const [field = '', index = '0'] = parsePointer(pointer);
      const correction: ActionDraft = { kind: 'correct', pointer: formatPointer(field, index, name), value, evidence: [] };
      return { id: newId(), at: action.at, target: `${action.target}${formatPointer(name)}`, draft: correction };
    }),
    { ...action, seen: undefined },
  ];
}

/** The actions with the row brought back before the first of them; a row that a person had added comes back under a new key. */
function broughtBack(
  pending: readonly PendingAction[],
  first: PendingAction,
  rowTarget: string,
  newId: () => string,
): PendingAction[] | null {
  const [insertion, ...more] = first.bringBack ?? [];
  if (insertion?.kind !== 'insert_row') return null;
  const [name = ''] = parsePointer(rowTarget);
  const id = newId();
  const own = formatPointer(name, insertion.restores ?? id);
  const { at, after } = first;
  const back: PendingAction[] = [
    { id, at, draft: insertion, target: own, after },
    ...more.map((draft): PendingAction => ({ id: newId(), at, draft, target: own + formatPointer(parsePointer(draft.pointer)[2] ?? '') })),
  ];
  const index = pending.indexOf(first);
  const retargeted = pending.map((action) =>
    action.target === rowTarget || action.target?.startsWith(`${rowTarget}/`)
      ? { ...action, target: own + action.target.slice(rowTarget.length) }
      : action,
  );
  return retargeted.toSpliced(index, 0, ...back);
}
