import { elementId } from './element-id.ts';
import { revealCell } from './table-reveal.ts';

/** Puts the focus on the input of a value and selects what is in it. False when it is not on the screen. */
export function focusValue(pointer: string): boolean {
  const input = document.getElementById(elementId(pointer));
  // Of a long table only the rows in view are drawn.
  if (!input) return revealCell(pointer);
  input.focus();
  if (input instanceof HTMLInputElement) input.select();
  input.scrollIntoView({ block: 'nearest' });
  return true;
}
