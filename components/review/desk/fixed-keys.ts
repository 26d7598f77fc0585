import type { Shortcut } from '#components/shared/keys/shortcuts.ts';
import { NEW_ROW, REMOVE_ROWS } from '../rows/rows-keys.ts';

const told = (group: string, keys: readonly { keys: readonly string[]; label: string }[]) =>
  keys.map((key): Shortcut => ({ ...key, id: `${group}.${key.keys[0]}`, isFixed: true, whileTyping: true, run: () => false }));

/** Keys that the text fields answer themselves, told in the sheet of keys. */
export const TYPING_KEYS = told('typing', [
  { keys: ['Enter'], label: 'Accept, or take the marked offer; go to the next flag, at last to Approve' },
  { keys: ['Tab', 'Shift+Tab'], label: 'Next field, field before' },
  { keys: ['ArrowDown', 'ArrowUp'], label: 'Mark another offer' },
  { keys: ['Escape'], label: 'Take the typing back' },
]);

/** Keys that tables answer themselves. */
export const TABLE_KEYS = told('table', [
  { keys: [NEW_ROW], label: 'Add a row below' },
  { keys: [REMOVE_ROWS], label: 'Remove the selected rows' },
  { keys: ['Mod+d'], label: 'Fill down' },
  { keys: ['Alt+Shift+s'], label: 'Split the row' },
  { keys: ['Alt+Shift+m'], label: 'Merge the rows' },
  { keys: ['Alt+Shift+ArrowUp', 'Alt+Shift+ArrowDown'], label: 'Move the rows' },
  { keys: ['Shift+F10'], label: 'Menu of the row' },
]);
