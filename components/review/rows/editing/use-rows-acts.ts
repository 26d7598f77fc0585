'use client';

import type { ActionDraft, MergedRow } from '#lib/contract/desk/review.ts';
import type { Evidence, Value } from '#lib/contract/service/extraction.ts';
import type { Field } from '#lib/contract/service/extraction-schema.ts';
import type { TableContext } from '#lib/document/rows/cell-sources.ts';
import { mergeRows, splitRow } from '#lib/document/rows/split-row.ts';
import { formatValue } from '#lib/document/values/format-value.ts';
import { formatPointer } from '#lib/document/values/pointer.ts';
import { isSameValue } from '#lib/document/values/read-cell-text.ts';
import { useReview } from '../../session/review-context.ts';
import type { CellPlace, CellRange } from './rows-keys.ts';

/** Everything that changes a table, each one step to undo. Gives the cell to go to, or null when there was nothing to do. */
export function useRowsActs(field: Field, rows: readonly MergedRow[], makeTableContext: () => TableContext) {
  const review = useReview();
  const columns = field.fields ?? [];
  const act = (drafts: ActionDraft[], then: CellPlace): CellPlace | null => {
    if (!review.canEdit || drafts.length === 0) return null;
    review.act(...drafts);
    return then;
  };
  const set = (row: number, column: string, value: Value, evidence: Evidence[]): ActionDraft[] => {
    const cell = rows[row]?.cells[column];
    if (!cell || (isSameValue(cell.value, value) && evidence.length === 0 && cell.value !== '')) return [];
    return [value === null ? { kind: 'clear', pointer: cell.pointer } : { kind: 'correct', pointer: cell.pointer, value, evidence }];
  };
  return {
    set: (row: number, column: number, value: Value, evidence: Evidence[]) =>
      act(set(row, columns[column]?.name ?? '', value, evidence), { row, column }),
    clear: (range: CellRange) => {
      const drafts: ActionDraft[] = [];
      for (let row = range.top; row <= range.bottom; row++)
        for (const { name } of columns.slice(range.left, range.right + 1)) drafts.push(...set(row, name, null, []));
      return act(drafts, { row: range.top, column: range.left });
    },
    /** One row: takes the cells over it; more rows: their first one goes down. */
    fillDown: (range: CellRange) => {
      const source = range.bottom > range.top ? range.top : range.top - 1;
      const drafts: ActionDraft[] = [];
      for (let row = source + 1; row <= range.bottom; row++)
        for (const { name } of columns.slice(range.left, range.right + 1)) {
          const from = rows[source]?.cells[name];
          if (from) drafts.push(...set(row, name, from.value, []));
        }
      return source < 0 ? null : act(drafts, { row: range.top, column: range.left });
    },
    insert: (row: number) => act([{ kind: 'insert_row', pointer: formatPointer(field.name, row), values: {} }], { row, column: 0 }),
    remove: (range: CellRange, column: number) => {
      const drafts = Array.from({ length: range.bottom - range.top + 1 }, (): ActionDraft => {
        return { kind: 'remove_row', pointer: formatPointer(field.name, range.top) };
      });
      return act(drafts, { row: Math.min(range.top, rows.length - drafts.length - 1), column });
    },
    move: (range: CellRange, by: 1 | -1, column: number) => {
      const [from, to] = by < 0 ? [range.top - 1, range.bottom] : [range.bottom + 1, range.top];
      if (from < 0 || from >= rows.length) return null;
      return act([{ kind: 'move_row', pointer: formatPointer(field.name, from), to }], { row: range.top + by, column });
    },
    split: (row: number, column: number) => act(splitRow(makeTableContext(), field.name, row), { row: row + 1, column }),
    merge: (range: CellRange, column: number) => {
      const bottom = Math.max(range.bottom, range.top + 1);
      return act(mergeRows(columns, rows, field.name, range.top, bottom), { row: range.top, column });
    },
    /** The cells of a range as texts. */
    textsOf: (range: CellRange): string[][] =>
      rows
        .slice(range.top, range.bottom + 1)
        .map((row) =>
          columns.slice(range.left, range.right + 1).map((column) => formatValue(column.type, row.cells[column.name]?.value ?? null)),
        ),
  };
}
