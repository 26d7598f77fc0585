import { Kbd } from '../kbd.tsx';

/** The key that presses the main button of a dialog, on that button. */
export function SubmitKbd() {
  const isMac = typeof navigator !== 'undefined' && /Mac|iPhone|iPad/.test(navigator.platform);
  return (
    <span aria-hidden className="pointer-coarse:hidden">
      <Kbd>{isMac ? '⌘+Enter' : 'Ctrl+Enter'}</Kbd>
    </span>
  );
}
