import { flushSync } from 'react-dom';
import { showToast } from '#components/ui/layers/toast.tsx';
import { findDraft } from './find-draft.ts';
import { focusNear } from './focus-near.ts';

/**
 * Saves what is being typed. False when a draft is not of its field's type: it then has the focus and a message says so.
 */
export function saveDrafts(labelFor: (pointer: string) => string): boolean {
  const typed = document.activeElement;
  // Leaving a field saves it; what is drawn afterwards says whether it was taken.
  const left = typed instanceof HTMLElement && typed.dataset.draft === 'changed' ? typed : null;
  if (left) flushSync(() => left.blur());
  const wrong = findDraft();
  if (!wrong) {
    if (left && document.activeElement === document.body) focusNear(left.dataset.pointer ?? null);
    return true;
  }
  wrong.focus();
  wrong.scrollIntoView({ block: 'nearest' });
  showToast({
    tone: 'bad',
    title: `The text typed for ${labelFor(wrong.dataset.pointer ?? '')} is not saved`,
    detail: 'It does not match the type of the field. Correct it, or press Esc to discard it.',
  });
  return false;
}
