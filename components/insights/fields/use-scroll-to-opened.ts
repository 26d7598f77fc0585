import { type RefObject, useEffect, useRef } from 'react';

/** Parts above the table are loaded a little later and push it down. */
const SETTLED_MS = 3_000;
const HANDS = ['wheel', 'touchstart', 'pointerdown', 'keydown'] as const;

/**
 * Whoever comes back finds the field that was open in view, until they move on by themselves.
 * @returns for the part that holds the fields
 */
export function useScrollToOpened(): RefObject<HTMLDivElement | null> {
  const part = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const opened = part.current?.querySelector('[aria-expanded=true]');
    if (!opened) return;
    const show = () => opened.scrollIntoView({ block: 'center' });
    show();
    const observer = new ResizeObserver(show);
    for (const sibling of part.current?.closest('section')?.parentElement?.children ?? []) observer.observe(sibling);
    const stop = () => observer.disconnect();
    const timer = setTimeout(stop, SETTLED_MS);
    for (const hand of HANDS) window.addEventListener(hand, stop, { once: true, passive: true });
    return () => {
      stop();
      clearTimeout(timer);
      for (const hand of HANDS) window.removeEventListener(hand, stop);
    };
  }, []);
  return part;
}
