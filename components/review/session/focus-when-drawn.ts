/** Frames that it is tried: a table is drawn a moment after the screen, and nothing behind a closing dialog takes the focus. */
const MOST_FRAMES = 180;

/**
 * Tries to move the focus, now and then once a frame, until it has moved.
 * @param tryFocus false as long as what is to have the focus is not drawn yet
 * @param giveUp called after some seconds without success
 * @returns ends the trying; it also ends when the person goes somewhere else
 */
export function focusWhenDrawn(tryFocus: () => boolean, giveUp = () => {}): () => void {
  const before = document.activeElement;
  if (tryFocus()) return () => {};
  let frames = 0;
  let frame = 0;
  const again = () => {
    const present = document.activeElement;
    if ((present !== before && present !== document.body) || tryFocus()) return;
    frames += 1;
    if (frames >= MOST_FRAMES) giveUp();
    else frame = requestAnimationFrame(again);
  };
  frame = requestAnimationFrame(again);
  return () => cancelAnimationFrame(frame);
}
