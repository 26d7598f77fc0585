/** The first input with text that is typed but not saved; null when everything is. */
export function findDraft(): HTMLElement | null {
  return document.querySelector<HTMLElement>('[data-draft=changed]');
}
