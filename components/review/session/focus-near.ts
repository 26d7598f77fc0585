import { formatPointer, parsePointer } from '#lib/document/values/pointer.ts';
import { focusValue } from './focus-value.ts';

/** Id of the button that adds a row to a table: where the focus goes when its last row is gone. */
export function addRowId(table: string): string {
  return `add-row-${table}`;
}

/** Id of the document's name, which takes the focus where nothing else can. */
export const DOCUMENT_NAME_ID = 'document-name';

/** Puts the focus on a place, or what is nearest to it by now: the row's neighbour, its table, Approve, the document's name. */
export function focusNear(pointer: string | null): void {
  if (pointer !== null) {
    const [name = ''] = parsePointer(pointer);
    if (focusValue(pointer) || focusValue(formatPointer(name))) return;
    const add = document.getElementById(addRowId(name));
    if (add) {
      add.focus();
      return;
    }
  }
  (document.getElementById('approve') ?? document.getElementById(DOCUMENT_NAME_ID))?.focus();
}
