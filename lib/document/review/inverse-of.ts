import type { ActionDraft, MergedFields, MergedRow, MergedValue } from '#lib/contract/desk/review.ts';
import { ownValue } from '#lib/contract/json/own-value.ts';
import { formatPointer, parsePointer } from '../values/pointer.ts';

/** The actions that give a value back what it had, its status included. */
export function backTo(value: MergedValue): ActionDraft[] {
  const { pointer } = value;
  switch (value.status) {
    case 'machine':
      return [{ kind: 'revert', pointer }];
    case 'confirmed':
      return [
        { kind: 'revert', pointer },
        { kind: 'confirm', pointer },
      ];
    case 'corrected':
      return [{ kind: 'correct', pointer, value: value.value, evidence: value.evidence }];
    case 'cleared':
      return [{ kind: 'clear', pointer }];
  }
}

function bringBack(row: MergedRow): ActionDraft[] {
  const cells = Object.entries(row.cells);
  const corrected = cells.filter(([, cell]) => cell.status === 'corrected');
  const values = Object.fromEntries(corrected.map(([name, { value, evidence }]) => [name, { value, evidence }]));
  const others = cells.filter(([, cell]) => cell.status === 'confirmed' || cell.status === 'cleared');
  return [
    { kind: 'insert_row', pointer: row.pointer, values, ...(row.origin === 'machine' ? { restores: row.key } : {}) },
    ...others.map(([, { status, pointer }]): ActionDraft => ({ kind: status === 'cleared' ? 'clear' : 'confirm', pointer })),
  ];
}

/**
 * The actions that undo `draft`, given the merged fields before it. Undoing is acting again: the trail keeps both.
 * Empty when the draft had nothing to act on.
 */
export function inverseOf(before: MergedFields, draft: ActionDraft): ActionDraft[] {
  const [name = '', indexText, column] = parsePointer(draft.pointer);
  const entry = ownValue(before, name);
  if (entry === undefined) return [];
  if (!Array.isArray(entry)) return backTo(entry);
  const index = Number(indexText);
  const row = entry[index];
  if (draft.kind === 'insert_row') return [{ kind: 'remove_row', pointer: formatPointer(name, Math.min(index, entry.length)) }];
  if (!row) return [];
  if (draft.kind === 'remove_row') return bringBack(row);
  if (draft.kind === 'move_row') {
    const to = Math.min(draft.to, entry.length - 1);
    return [{ kind: 'move_row', pointer: formatPointer(name, to), to: index }];
  }
  if (column === undefined) return Object.values(row.cells).flatMap(backTo);
  const cell = ownValue(row.cells, column);
  return cell ? backTo(cell) : [];
}
