/** Parts above are loaded a little later and push down what follows. */
const SETTLED_MS = 3_000;
const HANDS = ['wheel', 'touchstart', 'pointerdown', 'keydown'] as const;

/**
 * Scrolls to a part of the screen, and again while parts beside it change their height, until the person moves on by themselves.
 * @param parts whose heights are watched @returns ends it
 */
export function keepInView(element: Element, parts: Iterable<Element>, block: ScrollLogicalPosition): () => void {
  const show = () => element.scrollIntoView({ block });
  show();
  const observer = new ResizeObserver(show);
  for (const part of parts) observer.observe(part);
  const stop = () => {
    observer.disconnect();
    clearTimeout(timer);
    for (const hand of HANDS) window.removeEventListener(hand, stop);
  };
  const timer = setTimeout(stop, SETTLED_MS);
  for (const hand of HANDS) window.addEventListener(hand, stop, { passive: true });
  return stop;
}
