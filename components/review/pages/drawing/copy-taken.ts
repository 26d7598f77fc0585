let taken = '';
let isListening = false;

function onCopy(event: ClipboardEvent) {
  const { activeElement } = window.document;
  const isField = activeElement instanceof HTMLInputElement || activeElement instanceof HTMLTextAreaElement;
  const isMarked = isField ? activeElement.selectionStart !== activeElement.selectionEnd : !window.getSelection()?.isCollapsed;
  // Selected cells have put their own texts there.
  if (event.defaultPrevented || taken === '' || isMarked) return;
  event.clipboardData?.setData('text/plain', taken);
  event.preventDefault();
}

/** Lets Ctrl+C copy the words that were last taken from a page, while nothing else is marked; until the person types. */
export function copyTaken(text: string): void {
  taken = text;
  if (isListening) return;
  isListening = true;
  window.addEventListener('copy', onCopy);
  window.addEventListener('input', (event) => {
    if (event.isTrusted) taken = '';
  });
}

/** For when another document opens: Ctrl+C no longer copies what was taken from the one before. */
export function forgetTaken(): void {
  taken = '';
}
