'use client';

import { useMemo, useRef } from 'react';
import type { MergedRow } from '#lib/contract/desk/review.ts';
import type { Field } from '#lib/contract/service/extraction-schema.ts';
import { formatPointer } from '#lib/document/values/pointer.ts';
import { useReview } from '../../session/review-context.ts';
import type { RowHandlers } from '../rows-row.tsx';
import type { useRowsActs } from './use-rows-acts.ts';
import type { useRowsSelection } from './use-rows-selection.ts';

type RowHandlersInput = {
  field: Field;
  rows: readonly MergedRow[];
  selection: ReturnType<typeof useRowsSelection>;
  acts: ReturnType<typeof useRowsActs>;
  showRow: (row: number) => void;
  isFlagged: (row: number, column: string) => boolean;
  isScrolling: () => boolean;
  /** The table is worked with for the first time. */
  onUse: () => void;
  onMenu: (row: number) => void;
};

/** What the rows of a table do on focus, mouse and editing; the same object always, so that rows are not drawn for it. */
export function useRowHandlers(input: RowHandlersInput): RowHandlers {
  const { field, rows, selection, acts, showRow, isFlagged, isScrolling, onUse, onMenu } = input;
  const review = useReview();
  const columns = field.fields ?? [];
  const { active, range } = selection;
  const latest = useRef<RowHandlers>(null as unknown as RowHandlers);
  latest.current = {
    focus: (row, column) => {
      review.recordFocus(column < 0 ? formatPointer(field.name, row) : formatPointer(field.name, row, columns[column]?.name ?? ''));
      if (column < 0) showRow(row);
      else review.preview(null);
      onUse();
      selection.arrive({ row, column });
    },
    press: (row, column, event) => {
      if (event.button !== 0 || !event.shiftKey) return;
      event.preventDefault();
      selection.select(selection.anchor ?? active, { row, column });
    },
    enter: (row, column, event) => {
      if (
        event.buttons === 1 &&
        selection.editing === undefined &&
        document.activeElement?.closest('[role=grid]') === event.currentTarget.closest('[role=grid]')
      ) {
        if (row !== active.row || column !== active.column) selection.select(selection.anchor ?? active, { row, column });
        return;
      }
      // Rows passing under the mouse mean nothing.
      if (isScrolling() || column < 0) return;
      review.hover(formatPointer(field.name, row, columns[column]?.name ?? ''));
    },
    leave: () => !isScrolling() && review.hovered !== null && review.hover(null),
    edit: (row, column) => {
      if (!review.canEdit || column < 0) return;
      selection.arrive({ row, column });
      selection.edit(null);
    },
    done: (row, column, saved, after) => {
      if (saved) acts.set(row, column, saved.value, saved.evidence);
      if (after === 'none') return selection.endEdit();
      const pointer = formatPointer(field.name, row, columns[column]?.name ?? '');

      if (after === 'accept' && isFlagged(row, columns[column]?.name ?? '')) {
        selection.endEdit();
        return review.accept(pointer);
      }
      const step = { down: [1, 0], accept: [1, 0], up: [-1, 0], right: [0, 1], left: [0, -1], here: [0, 0] }[after] as [number, number];
      const to = { row: row + step[0], column: column + step[1] };
      const isInside = to.row >= 0 && to.row < rows.length && to.column >= 0 && to.column < columns.length;
      selection.go(isInside ? to : { row, column });
    },
    menu: (row) => {
      if (row < range.top || row > range.bottom) selection.arrive({ row, column: 0 });
      onMenu(row);
    },
  };
  return useMemo(
    () => ({
      focus: (...given) => latest.current.focus(...given),
      press: (...given) => latest.current.press(...given),
      enter: (...given) => latest.current.enter(...given),
      leave: () => latest.current.leave(),
      edit: (...given) => latest.current.edit(...given),
      done: (...given) => latest.current.done(...given),
      menu: (...given) => latest.current.menu(...given),
    }),
    [],
  );
}
