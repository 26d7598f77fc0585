'use client';

import { type Shortcut, useShortcuts } from '#components/shared/keys/shortcuts.ts';
import type { Direction } from './use-page-choice.ts';

export type SplitCommands = {
  go: (direction: Direction, extend: boolean) => void;
  goDocument: (by: 1 | -1) => void;
  chooseDocument: () => void;
  toggleStart: () => void;
  merge: () => void;
  moveStart: (by: 1 | -1) => void;
  shiftPages: (by: 1 | -1) => void;
  moveDocument: (by: 1 | -1) => void;
  turn: (by: 90 | -90) => void;
  drop: () => void;
  preview: () => void;
  kind: () => void;
  undo: () => void;
  redo: () => void;
  accept: () => void;
};

/** True when keys are meant for the pages: one has the focus, or nothing has. */
function isOnPages(): boolean {
  const active = document.activeElement;
  return active === null || active === document.body || active.closest('[role="gridcell"]') !== null;
}

/** Every key of the splitting screen; the `?` sheet lists them. */
export function useSplitKeys(
  commands: SplitCommands,
  options: { mayEdit: boolean; canUndo: boolean; canRedo: boolean; canAccept: boolean },
): void {
  const { mayEdit, canUndo, canRedo, canAccept } = options;
  const onPages = (work: () => void) => () => {
    if (!isOnPages()) return false;
    work();
    return true;
  };
  const look = (id: string, keys: string[], label: string, work: () => void): Shortcut => ({
    id: `split.${id}`,
    keys,
    label,
    run: onPages(work),
  });
  const edit = (id: string, keys: string[], label: string, work: () => void): Shortcut => ({
    ...look(id, keys, label, work),
    isDisabled: !mayEdit,
  });
  const walk = (id: string, key: string, label: string, direction: Direction): Shortcut[] => [
    look(id, [key], label, () => commands.go(direction, false)),
    look(`${id}-more`, [`Shift+${key}`], `${label}, selecting pages`, () => commands.go(direction, true)),
  ];
  useShortcuts('Pages', [
    edit('begin', ['Enter', 's'], 'Add or remove a boundary here', commands.toggleStart),
    edit('merge', ['m'], 'Join with the previous document', commands.merge),
    edit('boundary-back', ['Alt+ArrowLeft'], 'The document begins one page earlier', () => commands.moveStart(-1)),
    edit('boundary-on', ['Alt+ArrowRight'], 'The document begins one page later', () => commands.moveStart(1)),
    edit('page-back', ['Alt+Shift+ArrowLeft'], 'Move pages to the previous document', () => commands.shiftPages(-1)),
    edit('page-on', ['Alt+Shift+ArrowRight'], 'Move pages to the next document', () => commands.shiftPages(1)),
    edit('document-up', ['Alt+Shift+ArrowUp'], 'Move the document earlier', () => commands.moveDocument(-1)),
    edit('document-down', ['Alt+Shift+ArrowDown'], 'Move the document later', () => commands.moveDocument(1)),
    edit('turn', ['r'], 'Rotate pages right', () => commands.turn(90)),
    edit('turn-left', ['Shift+r'], 'Rotate pages left', () => commands.turn(-90)),
    edit('drop', ['Delete', 'Backspace'], 'Remove or restore pages', commands.drop),
    edit('kind', ['c'], 'Choose the document kind', commands.kind),
    look('preview', [' '], 'Show or hide the page preview', commands.preview),
  ]);
  useShortcuts('Moving through the pages', [
    ...walk('left', 'ArrowLeft', 'Previous page', 'left'),
    ...walk('right', 'ArrowRight', 'Next page', 'right'),
    ...walk('up', 'ArrowUp', 'Page above', 'up'),
    ...walk('down', 'ArrowDown', 'Page below', 'down'),
    ...walk('first', 'Home', 'First page', 'first'),
    ...walk('last', 'End', 'Last page', 'last'),
    look('document-before', ['PageUp'], 'Previous document', () => commands.goDocument(-1)),
    look('document-next', ['PageDown'], 'Next document', () => commands.goDocument(1)),
    look('all-of-document', ['Mod+a'], 'Select all pages of the document', commands.chooseDocument),
  ]);
  useShortcuts('Splitting', [
    { id: 'split.undo', keys: ['Mod+z'], label: 'Undo', isDisabled: !canUndo, run: commands.undo },
    { id: 'split.redo', keys: ['Mod+Shift+z', 'Mod+y'], label: 'Redo', isDisabled: !canRedo, run: commands.redo },
    {
      id: 'split.accept',
      keys: ['Mod+Enter'],
      label: 'Split into these documents',
      isDisabled: !canAccept,
      whileTyping: true,
      run: commands.accept,
    },
  ]);
}
