'use client';

import type { KeyboardEvent } from 'react';
import { flushSync } from 'react-dom';
import type { MergedRow } from '#lib/contract/desk/review.ts';
import type { Field } from '#lib/contract/service/extraction-schema.ts';
import { formatPointer } from '#lib/document/values/pointer.ts';
import { findDraft } from '../../session/find-draft.ts';
import { useReview } from '../../session/review-context.ts';
import type { RowsMenuAct } from '../rows-menu.tsx';
import { type CellPlace, commandOf, type GridCommand } from './rows-keys.ts';
import type { useRowsActs } from './use-rows-acts.ts';
import type { useRowsSelection } from './use-rows-selection.ts';

type RowsCommandsInput = {
  field: Field;
  rows: readonly MergedRow[];
  selection: ReturnType<typeof useRowsSelection>;
  acts: ReturnType<typeof useRowsActs>;
  isFlagged: (row: number, column: string) => boolean;
  showRow: (row: number) => void;
  /** What follows from a repaired row; null while nothing does. */
  offer: { show: () => void; decline: () => void } | null;
  setMenuRow: (row: number | null) => void;
};

/** Does a command of the grid. */
function useGridCommand({ field, rows, selection, acts, isFlagged, showRow, offer, setMenuRow }: RowsCommandsInput) {
  const review = useReview();
  const columns = field.fields ?? [];
  const { active, range } = selection;
  const goAfter = (to: CellPlace | null) => to && selection.go(to);
  return (command: GridCommand) => {
    switch (command.kind) {
      case 'go':
        return selection.go(command.to, command.extend);
      case 'edit':
        return review.canEdit && active.column >= 0 ? selection.edit(null) : undefined;
      case 'accept_or_edit': {
        const cell = rows[active.row]?.cells[columns[active.column]?.name ?? ''];
        if (!cell) return isFlagged(active.row, '') ? review.accept(formatPointer(field.name, active.row)) : showRow(active.row);
        if (!review.canEdit || isFlagged(active.row, columns[active.column]!.name)) return review.accept(cell.pointer);
        return selection.edit(null);
      }
      case 'clear':
        return goAfter(acts.clear(range));
      case 'fill_down':
        return goAfter(acts.fillDown(range));
      case 'select_all':
        return selection.select({ row: 0, column: 0 }, { row: rows.length - 1, column: columns.length - 1 });
      case 'select_row':
        return selection.select({ row: active.row, column: 0 }, { row: active.row, column: -1 });
      case 'select_column':
        return selection.select({ row: 0, column: active.column }, { row: rows.length - 1, column: active.column });
      case 'add_row':
        return goAfter(acts.insert(active.row + 1));
      case 'remove_rows':
        return goAfter(acts.remove(range, active.column));
      case 'split':
        return goAfter(acts.split(active.row, active.column));
      case 'merge':
        return goAfter(acts.merge(range, active.column));
      case 'move_rows':
        return goAfter(acts.move(range, command.by, active.column));
      case 'menu':
        return review.canEdit ? setMenuRow(active.row) : undefined;
      case 'release':
        offer?.decline();
        review.preview(null);
        return selection.go(active);
    }
  };
}

/** What keys and the row menu do in a table. Keys of an editor or a heading are their own. */
export function useRowsCommands(input: RowsCommandsInput) {
  const { selection, acts, offer, setMenuRow } = input;
  const review = useReview();
  const { active, range } = selection;
  const run = useGridCommand(input);
  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    const isCell = event.target instanceof HTMLElement && /^(gridcell|rowheader)$/.test(event.target.getAttribute('role') ?? '');
    if (event.nativeEvent.isComposing) return;
    const press = { key: event.key, shift: event.shiftKey, mod: event.ctrlKey || event.metaKey, alt: event.altKey };
    if (!isCell) {
      // A new row while one types in a cell: leaving the cell saves it; what does not fit keeps the focus.
      const isNewRow = event.target instanceof HTMLInputElement && commandOf(press, active, selection.size)?.kind === 'add_row';
      if (!isNewRow) return;
      event.preventDefault();
      const editor = event.target as HTMLInputElement;
      flushSync(() => editor.blur());
      if (findDraft() === editor) return editor.focus();
      return run({ kind: 'add_row' });
    }
    if (press.alt && !press.shift && press.key === 'Enter' && offer) {
      event.preventDefault();
      return offer.show();
    }
    // A key held down would accept what nobody has looked at.
    if (press.key === 'Enter' && event.repeat) return event.preventDefault();
    const command = commandOf(press, active, selection.size);
    if (command) {
      event.preventDefault();
      run(command);
      return;
    }
    // A letter begins editing; the editor has the focus before the browser puts the letter into it.
    if (event.key.length === 1 && !press.mod && !press.alt && review.canEdit && active.column >= 0) flushSync(() => selection.edit(''));
  };
  const onMenuAct = (act: RowsMenuAct) => {
    setMenuRow(null);
    const to = {
      above: () => acts.insert(range.top),
      below: () => acts.insert(range.bottom + 1),
      split: () => acts.split(active.row, active.column),
      merge: () => acts.merge(range, active.column),
      up: () => acts.move(range, -1, active.column),
      down: () => acts.move(range, 1, active.column),
      remove: () => acts.remove(range, active.column),
    }[act]();
    // The closing menu gives the focus back to where it was, a frame later.
    requestAnimationFrame(() => setTimeout(() => selection.go(to ?? active)));
  };
  return { onKeyDown, onMenuAct };
}
