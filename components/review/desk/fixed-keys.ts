import type { Shortcut } from '#components/shared/keys/shortcuts.ts';
import { NEW_ROW, REMOVE_ROWS } from '../rows/editing/rows-keys.ts';

const told = (group: string, keys: readonly { keys: readonly string[]; label: string }[]) =>
  keys.map((key): Shortcut => ({ ...key, id: `${group}.${key.keys[0]}`, isFixed: true, whileTyping: true, run: () => false }));

/** Keys that the text fields answer themselves, told in the sheet of keys. */
export const TYPING_KEYS = told('typing', [
  { keys: ['Enter'], label: 'Accept, or use the highlighted suggestion; then go to the next flag, finally to Approve' },
  { keys: ['Tab', 'Shift+Tab'], label: 'Next or previous field' },
  { keys: ['ArrowDown', 'ArrowUp'], label: 'Highlight another suggestion' },
  { keys: ['Escape'], label: 'Discard typing' },
]);

/** Keys that tables answer themselves. */
export const TABLE_KEYS = told('table', [
  { keys: [NEW_ROW], label: 'Add a row below' },
  { keys: [REMOVE_ROWS], label: 'Remove the selected rows' },
  { keys: ['Mod+d'], label: 'Fill down' },
  { keys: ['Alt+Shift+s'], label: 'Split the row' },
  { keys: ['Alt+Shift+m'], label: 'Merge the rows' },
  { keys: ['Alt+Shift+ArrowUp', 'Alt+Shift+ArrowDown'], label: 'Move the rows' },
  { keys: ['Shift+F10'], label: 'Row menu' },
]);
