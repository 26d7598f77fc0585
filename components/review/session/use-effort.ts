import { useEffect } from 'react';
import { startEffort } from '#lib/client/review/effort-meter.ts';

/** Measures what the review of a document takes in this tab, for its decision. @param isMeasured false while the person may only look */
export function useEffort(documentId: string, isMeasured: boolean): void {
  useEffect(() => {
    if (!isMeasured) return;
    const meter = startEffort(documentId);
    const note = (event: Event) => meter.note(pointerOf(event.target), event.type === 'keydown' && !(event as KeyboardEvent).repeat);
    const look = () => meter.setVisible(document.visibilityState === 'visible');
    const kinds = ['keydown', 'pointerdown', 'focusin', 'wheel'] as const;
    for (const kind of kinds) window.addEventListener(kind, note, { capture: true, passive: true });
    document.addEventListener('visibilitychange', look);
    return () => {
      for (const kind of kinds) window.removeEventListener(kind, note, { capture: true });
      document.removeEventListener('visibilitychange', look);
      meter.setVisible(false);
    };
  }, [documentId, isMeasured]);
}

/** The field that something was done in: the one it happened in, else the one that has the focus. */
function pointerOf(target: EventTarget | null): string | null {
  const place = (node: unknown) =>
    node instanceof HTMLElement ? (node.closest<HTMLElement>('[data-pointer]')?.dataset.pointer ?? null) : null;
  return place(target) ?? place(document.activeElement);
}
