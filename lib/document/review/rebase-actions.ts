import type { ActionDraft, MergedFields, MergedRow } from '#lib/contract/desk/review.ts';
import { ownValue } from '#lib/contract/json/own-value.ts';
import type { SchemaDraft } from '#lib/contract/service/extraction-schema.ts';
import { formatPointer, parsePointer } from '../values/pointer.ts';
import { addGone, addNoPlace, type Conflict, findConflict, withMine } from './find-conflict.ts';
import { applyAction } from './merge-actions.ts';
import { localId, type PendingAction } from './pending-action.ts';

/**
 * Lays actions that are not saved yet over a newer document: each goes to the row it meant, wherever that stands now, and
 * what someone else changed differently since the person saw it is a conflict. A row that both removed is no conflict.
 * @param input.base the newer document's fields
 * @param input.extracted see `applyAction`
 * @returns the actions with their pointers for `base`; `fields` with all of them applied that can be
 */
export function rebaseActions(input: {
  schema: Pick<SchemaDraft, 'fields'>;
  base: MergedFields;
  pending: readonly PendingAction[];
  actor: { id: string; name: string };
  extracted?: MergedFields;
}): { pending: PendingAction[]; conflicts: Conflict[]; fields: MergedFields } {
  const { schema, base, actor, extracted } = input;
  const conflicts = new Map<string, Conflict>();
  const pending: PendingAction[] = [];
  let fields = base;
  for (const action of input.pending) {
    if (!hasPlace(schema, action)) {
      addNoPlace(conflicts, action);
      pending.push(action);
      continue;
    }
    if (isThere(fields, action)) continue;
    const draft = place(fields, action);
    if (draft === null) {
      if (action.draft.kind === 'remove_row' || action.draft.kind === 'move_row') continue;
      addGone(conflicts, action);
      pending.push(action);
      continue;
    }
    const applied = { id: localId(action), at: action.at, draft, actor, sequence: 1_000_000 };
    const next = applyAction({ schema, fields, action: applied, ...(extracted ? { extracted } : {}) });
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

/** True for a row to add that the newer document has already: saved unheard of, or brought back by someone else too. */
function isThere(fields: MergedFields, { id, draft }: PendingAction): boolean {
  const entry = ownValue(fields, parsePointer(draft.pointer)[0] ?? '');
  return draft.kind === 'insert_row' && Array.isArray(entry) && entry.some((row) => row.key === localId({ id, draft }));
}
