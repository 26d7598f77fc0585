import type { ActionDraft, MergedRow } from '#lib/contract/desk/review.ts';
import { ownValue } from '#lib/contract/json/own-value.ts';
import type { Evidence, Value } from '#lib/contract/service/extraction.ts';

/** A cell that would get another value. `row` is its index at the moment; `evidence` is empty for values typed or worked out. */
export type CellChange = { row: number; column: string; pointer: string; from: Value; to: Value; evidence: Evidence[] };

/** The actions that make changes true: one step for the person, one action a cell. */
export function draftsOfChanges(changes: readonly CellChange[]): ActionDraft[] {
  return changes.map(({ pointer, to, evidence }) =>
    to === null ? { kind: 'clear', pointer } : { kind: 'correct', pointer, value: to, evidence },
  );
}

/** True for a cell that no person has touched. */
export function isUntouchedCell(row: MergedRow, column: string): boolean {
  return ownValue(row.cells, column)?.status === 'machine';
}
