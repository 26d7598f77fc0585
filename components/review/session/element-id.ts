/** Id of the input that edits the value at a pointer. */
export function elementId(pointer: string): string {
  return `value${pointer.replaceAll('/', '-')}`;
}
