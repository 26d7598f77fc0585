import type { ActionDraft, MergedFields, MergedRow, MergedValue } from '#lib/contract/desk/review.ts';
import { ownValue } from '#lib/contract/json/own-value.ts';
import type { Evidence, Value } from '#lib/contract/service/extraction.ts';
import type { SchemaDraft } from '#lib/contract/service/extraction-schema.ts';
import { formatPointer, parsePointer } from '../values/pointer.ts';
import { inverseOf } from './inverse-of.ts';
import { applyAction } from './merge-actions.ts';

/** What stood where an action acts: a value, or the values of a row. */
export type Seen = { value: Value; evidence?: Evidence[] } | { values: Record<string, Value> };

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

/** Notes with an action what it acts on and what stands there. @param fields what the person sees, the action not yet applied */
export function notePending(fields: MergedFields, action: Pick<PendingAction, 'id' | 'at' | 'draft'>): PendingAction {
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
  const back = draft.kind === 'remove_row' ? {} : { ...following(entry, index), bringBack: inverseOfRemoval(fields, row) };
  return { ...action, target, ...seenAt(fields, draft), ...back };
}

const following = (rows: readonly MergedRow[], index: number) => ({ after: rows[index - 1]?.key ?? null });

function inverseOfRemoval(fields: MergedFields, row: MergedRow): ActionDraft[] {
  return inverseOf(fields, { kind: 'remove_row', pointer: row.pointer });
}

function valuesOf(row: MergedRow): Record<string, Value> {
  return Object.fromEntries(Object.entries(row.cells).map(([name, cell]) => [name, cell.value]));
}

function find(fields: MergedFields, pointer: string): MergedValue | MergedRow | undefined {
  const [name = '', indexText, column] = parsePointer(pointer);
  const entry = ownValue(fields, name);
  if (!Array.isArray(entry)) return entry;
  const row = entry[Number(indexText)];
  return column === undefined ? row : row && ownValue(row.cells, column);
}

function seenAt(fields: MergedFields, draft: ActionDraft): { seen?: Seen } {
  const found = find(fields, draft.pointer);
  if (!found) return {};
  if ('cells' in found) return { seen: { values: valuesOf(found) } };
  return { seen: { value: found.value, ...(draft.kind === 'confirm' ? { evidence: found.evidence } : {}) } };
}

const same = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

function isSameSeen(one: Seen, other: Seen): boolean {
  if ('values' in one && 'values' in other) {
    const names = new Set([...Object.keys(one.values), ...Object.keys(other.values)]);
    return [...names].every((name) => same(ownValue(one.values, name) ?? null, ownValue(other.values, name) ?? null));
  }
  return 'value' in one && 'value' in other && same(one.value, other.value);
}

/** The draft with its pointer where its target stands now; null when the row is gone. */
function place(fields: MergedFields, { draft, target, after }: PendingAction): ActionDraft | null {
  const [name = '', key, column] = parsePointer(target ?? '');
  const rows = ownValue(fields, name);
  if (key === undefined || !Array.isArray(rows)) return draft;
  const behind = (list: readonly MergedRow[], wanted: number) => {
    const at = list.findIndex((row) => row.key === after);
    return after === null ? 0 : at < 0 ? Math.min(wanted, list.length) : at + 1;
  };
  if (draft.kind === 'insert_row') {
    return { ...draft, pointer: formatPointer(name, behind(rows, Number(parsePointer(draft.pointer)[1]))) };
  }
  const index = rows.findIndex((row) => row.key === key);
  if (index < 0) return null;
  const pointer = column === undefined ? formatPointer(name, index) : formatPointer(name, index, column);
  return draft.kind === 'move_row' ? { ...draft, pointer, to: behind(rows.toSpliced(index, 1), draft.to) } : { ...draft, pointer };
}

/** A row of the machine's that comes back has the machine's key, also where the machine's answer is not at hand. */
export function localId({ id, draft }: Pick<PendingAction, 'id' | 'draft'>): string {
  return draft.kind === 'insert_row' ? (draft.restores ?? id) : id;
}

/** True for a row to add that the newer document has already: saved unheard of, or brought back by someone else too. */
function isThere(fields: MergedFields, { id, draft }: PendingAction): boolean {
  const entry = ownValue(fields, parsePointer(draft.pointer)[0] ?? '');
  return draft.kind === 'insert_row' && Array.isArray(entry) && entry.some((row) => row.key === localId({ id, draft }));
}

/**
 * Lays actions that are not saved yet over a newer document: each goes to the row it meant, wherever that stands now, and
 * what someone else changed differently since the person saw it is a conflict. A row that both removed is no conflict.
 * @param input.base the newer document's fields
 * @param input.machine see `applyAction`
 * @returns the actions with their pointers for `base`; `fields` with all of them applied that can be
 */
export function rebasePending(input: {
  schema: Pick<SchemaDraft, 'fields'>;
  base: MergedFields;
  pending: readonly PendingAction[];
  actor: { id: string; name: string };
  machine?: MergedFields;
}): { pending: PendingAction[]; conflicts: Conflict[]; fields: MergedFields } {
  const { schema, base, actor, machine } = input;
  const conflicts = new Map<string, Conflict>();
  const pending: PendingAction[] = [];
  let fields = base;
  for (const action of input.pending) {
    if (!hasPlace(schema, action)) {
      noteNoPlace(conflicts, action);
      pending.push(action);
      continue;
    }
    if (isThere(fields, action)) continue;
    const draft = place(fields, action);
    if (draft === null) {
      if (action.draft.kind === 'remove_row' || action.draft.kind === 'move_row') continue;
      noteGone(conflicts, action);
      pending.push(action);
      continue;
    }
    const applied = { id: localId(action), at: action.at, draft, actor, sequence: 1_000_000 };
    const next = applyAction({ schema, fields, action: applied, ...(machine ? { machine } : {}) });
    const conflict = findConflict(fields, next, action, draft);
    if (conflict && !conflicts.has(conflict.target)) conflicts.set(conflict.target, conflict);
    fields = next;
    pending.push({ ...action, draft });
  }
  return { pending, conflicts: [...conflicts.values()].map((conflict) => withMine(conflict, fields)), fields };
}

/** False when the schema, changed meanwhile, has no such field, column or rows any more. */
function hasPlace(schema: Pick<SchemaDraft, 'fields'>, { target, draft }: PendingAction): boolean {
  const [name, key, column] = parsePointer(target ?? draft.pointer);
  const field = schema.fields.find((candidate) => candidate.name === name);
  if (!field || (field.type === 'rows') !== (key !== undefined)) return false;
  const columns = draft.kind === 'insert_row' ? Object.keys(draft.values) : column === undefined ? [] : [column];
  return columns.every((wanted) => field.fields?.some((candidate) => candidate.name === wanted));
}

function noteNoPlace(conflicts: Map<string, Conflict>, { id, draft, target = draft.pointer, seen = { value: null } }: PendingAction): void {
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

function noteGone(conflicts: Map<string, Conflict>, action: PendingAction): void {
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

function findConflict(before: MergedFields, after: MergedFields, action: PendingAction, draft: ActionDraft): Conflict | null {
  const { target, seen } = action;
  const found = find(before, draft.pointer);
  if (!target || !seen || !found || draft.kind === 'insert_row' || draft.kind === 'move_row') return null;
  const present: Seen = 'cells' in found ? { values: valuesOf(found) } : { value: found.value };
  if (isSameSeen(seen, present)) return null;
  if (draft.kind !== 'confirm' && draft.kind !== 'remove_row') {
    const result = find(after, draft.pointer);
    const own: Seen | null = !result ? null : 'cells' in result ? { values: valuesOf(result) } : { value: result.value };
    if (own && isSameSeen(own, present)) return null;
  }
  const mine: Side = draft.kind === 'remove_row' ? { removed: true } : draft.kind === 'confirm' ? seen : present;
  return { target, action: action.id, pointer: draft.pointer, seen, theirs: present, mine, by: authorOf(found) };
}

function authorOf(found: MergedValue | MergedRow): Conflict['by'] {
  const values = 'cells' in found ? Object.values(found.cells) : [found];
  const latest = values.filter((value) => value.actor && value.at).toSorted((a, b) => ((a.at ?? '') < (b.at ?? '') ? 1 : -1))[0];
  return latest?.actor && latest.at ? { actor: latest.actor, at: latest.at } : null;
}

/** The person's side as it is after all their actions; of a confirmation it is what they confirmed. */
function withMine(conflict: Conflict, fields: MergedFields): Conflict {
  if ('removed' in conflict.theirs || 'removed' in conflict.mine || 'no_place' in conflict.theirs) return conflict;
  const [name = '', key, column] = parsePointer(conflict.target);
  const entry = ownValue(fields, name);
  const row = Array.isArray(entry) ? entry.find((candidate) => candidate.key === key) : undefined;
  const found = Array.isArray(entry) ? (column === undefined ? row : row && ownValue(row.cells, column)) : entry;
  if (!found) return { ...conflict, mine: { removed: true } };
  const mine: Side = 'cells' in found ? { values: valuesOf(found) } : { value: found.value };
  return same(mine, conflict.theirs) ? conflict : { ...conflict, mine };
}

export type Choice = 'mine' | 'theirs';

/**
 * Settles conflicts: for `theirs` the person's actions on the target go, for `mine` they stay and are done knowing the
 * newer value. A confirmed value becomes a correction to it; a row that is gone is brought back first. What has no place in
 * the schema any more stays open until `theirs` is chosen for it.
 * @param conflicts of `rebasePending`; those without a choice stay open
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
    ([name, value]) => 'values' in theirs && !same(ownValue(theirs.values, name) ?? null, value),
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
