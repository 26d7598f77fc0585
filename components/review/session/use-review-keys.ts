'use client';

import { useShortcuts } from '#components/shared/keys/shortcuts.ts';
import { focusValue } from './focus-value.ts';
import { findNextStop } from './list-stops.ts';
import type { Review } from './review-context.ts';

type ReviewKeys = {
  review: Review;
  approve: () => void;
  history: { undo: () => string | null; redo: () => string | null; canUndo: boolean; canRedo: boolean };
};

/** The keys of the whole review: approve, from flag to flag, undo and redo. */
export function useReviewKeys({ review, approve, history }: ReviewKeys): void {
  const { canEdit } = review;
  const takeBack = (move: () => string | null) => {
    // While a draft is being typed, the text field's own undo is meant.
    const input = document.activeElement;
    if (input instanceof HTMLElement && input.dataset.draft === 'changed') return false;
    const pointer = move();
    if (pointer !== null) requestAnimationFrame(() => focusValue(pointer));
    return true;
  };
  const goToFlag = (direction: 1 | -1) => {
    const next = findNextStop({ detail: review.detail, from: review.focused, direction });
    if (next !== null) focusValue(next);
  };
  useShortcuts('Review', [
    { id: 'review.approve', keys: ['Mod+Enter'], label: 'Approve', whileTyping: true, isDisabled: !canEdit, run: approve },
    { id: 'review.next-flag', keys: ['Alt+ArrowDown'], label: 'Next flag', whileTyping: true, run: () => goToFlag(1) },
    { id: 'review.previous-flag', keys: ['Alt+ArrowUp'], label: 'Previous flag', whileTyping: true, run: () => goToFlag(-1) },
    {
      id: 'review.undo',
      keys: ['Mod+z'],
      label: 'Undo',
      whileTyping: true,
      isDisabled: !history.canUndo || !canEdit,
      run: () => takeBack(history.undo),
    },
    {
      id: 'review.redo',
      keys: ['Mod+Shift+z', 'Mod+y'],
      label: 'Redo',
      whileTyping: true,
      isDisabled: !history.canRedo || !canEdit,
      run: () => takeBack(history.redo),
    },
  ]);
}
