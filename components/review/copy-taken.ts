let taken = '';
let isListening = false;

function onCopy(event: ClipboardEvent) {
  const { activeElement } = window.document;
  const isField = activeElement instanceof HTMLInputElement || activeElement instanceof HTMLTextAreaElement;
  const isMarked = isField ? activeElement.selectionStart !== activeElement.selectionEnd : !window.getSelection()?.isCollapsed;
  if (taken === '' || isMarked) return;
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
