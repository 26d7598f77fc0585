'use client';

import { useRouter } from 'next/navigation';
import { useShortcuts } from '#components/shared/keys/shortcuts.ts';

export type CompareKeysOptions = {
  count: number;
  active: number;
  columns: number;
  isDisabled: boolean;
  mayEdit: boolean;
  activeId: string | undefined;
  canUndo: boolean;
  goTo: (index: number) => void;
  confirm: () => void;
  edit: () => void;
  mark: () => void;
  confirmMarked: () => void;
  clearMarks: () => false | undefined;
  undo: () => void;
};

/** True while the keys mean the values: nothing else has the focus. */
function isOnValues(): boolean {
  const holder = document.activeElement;
  return holder === document.body || holder?.id === 'main' || Boolean(holder?.closest('[role=grid]'));
}

/** The keys of the values. */
export function useCompareKeys(options: CompareKeysOptions): void {
  const { count, active, columns, isDisabled, mayEdit, activeId, canUndo, goTo } = options;
  const router = useRouter();
  const move = (to: number) => {
    if (!isOnValues()) return false;
    goTo(Math.min(count - 1, Math.max(0, to)));
  };
  const onValues = (work: () => unknown) => () => (isOnValues() ? work() : false);
  useShortcuts('Compare a field', [
    { id: 'compare.right', keys: ['ArrowRight'], label: 'Next value', isDisabled, run: () => move(active + 1) },
    { id: 'compare.left', keys: ['ArrowLeft'], label: 'Previous value', isDisabled, run: () => move(active - 1) },
    {
      id: 'compare.down',
      keys: ['ArrowDown'],
      label: 'Value below',
      isDisabled,
      run: () => (active + columns < count ? move(active + columns) : true),
    },
    {
      id: 'compare.up',
      keys: ['ArrowUp'],
      label: 'Value above',
      isDisabled,
      run: () => (active - columns >= 0 ? move(active - columns) : true),
    },
    { id: 'compare.first', keys: ['Home'], label: 'First value', isDisabled, run: () => move(0) },
    { id: 'compare.last', keys: ['End'], label: 'Last value', isDisabled, run: () => move(count - 1) },
    {
      id: 'compare.confirm',
      keys: ['Enter'],
      label: 'Confirm and go to the next',
      isDisabled: isDisabled || !mayEdit,
      // A key held down would confirm what nobody has looked at.
      run: (event) => (event.repeat ? isOnValues() : onValues(options.confirm)()),
    },
    { id: 'compare.edit', keys: ['F2'], label: 'Correct (or just type)', isDisabled: isDisabled || !mayEdit, run: onValues(options.edit) },
    { id: 'compare.mark', keys: [' '], label: 'Select', isDisabled, run: onValues(options.mark) },
    {
      id: 'compare.confirm-marked',
      keys: ['Mod+Enter'],
      label: 'Confirm selected',
      isDisabled: isDisabled || !mayEdit,
      run: options.confirmMarked,
    },
    { id: 'compare.clear-marks', keys: ['Escape'], label: 'Clear selection', isDisabled, run: options.clearMarks },
    { id: 'compare.undo', keys: ['Mod+z'], label: 'Undo', isDisabled: !canUndo || !mayEdit, run: options.undo },
    {
      id: 'compare.open',
      keys: ['Mod+o'],
      label: 'Open the document',
      isDisabled: isDisabled || activeId === undefined,
      run: () => router.push(`/documents/${activeId}`),
    },
  ]);
}
