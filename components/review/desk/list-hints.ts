import { hintOf } from '#components/shared/keys/key-hints.tsx';
import { chordKeys } from '#components/shared/keys/shortcut-keys.ts';
import { parsePointer } from '#lib/document/values/pointer.ts';
import { NEW_ROW, REMOVE_ROWS } from '../rows/editing/rows-keys.ts';

const fixed = (chord: string, what: string) => `${chordKeys(chord).join('+')} ${what}`;

/** The keys that matter most where the focus is. @param focused pointer of the place with the focus */
export function listHints(focused: string | null): (string | null)[] {
  const approve = hintOf('review.approve', 'Mod+Enter', 'approve');
  const sheet = hintOf('everywhere.sheet-typing', 'Mod+/', 'all keys');
  const undo = hintOf('review.undo', 'Mod+z', 'undo');
  const isInTable = focused !== null && parsePointer(focused).length > 1;
  return isInTable
    ? ['Enter accept, or edit', fixed(NEW_ROW, 'new row'), fixed(REMOVE_ROWS, 'remove row'), approve, undo, sheet]
    : ['Enter accept, next flag', 'Tab next field', approve, undo, sheet, 'Click a word on the page to use it'];
}
