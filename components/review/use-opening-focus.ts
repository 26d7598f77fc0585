'use client';

import { useEffect, useLayoutEffect, useRef } from 'react';
import { focusValue } from './focus-value.ts';

/** Frames that the first doubtful value is waited for: the rows of a table are drawn a moment after the screen. */
const MOST_FRAMES = 180;

function focusApprove(): boolean {
  const button = document.getElementById('approve');
  button?.focus();
  return button !== null && document.activeElement === button;
}

/**
 * Gives the first doubtful value the focus when the document opens for review; without one, Approve gets it.
 * @param findFirst its pointer, or null
 */
export function useOpeningFocus(canEdit: boolean, findFirst: () => string | null): void {
  const find = useRef(findFirst);
  find.current = findFirst;
  const isOpened = useRef(false);
  const frame = useRef(0);
  useEffect(() => () => cancelAnimationFrame(frame.current), []);
  useLayoutEffect(() => {
    if (isOpened.current || !canEdit) return;
    isOpened.current = true;
    const focus = () => {
      const first = find.current();
      return first === null ? focusApprove() : focusValue(first);
    };
    if (focus()) return;
    let frames = 0;
    const again = () => {
      frames += 1;
      // The person has gone somewhere meanwhile.
      if (document.activeElement !== document.body || focus()) return;
      if (frames >= MOST_FRAMES) focusApprove();
      else frame.current = requestAnimationFrame(again);
    };
    frame.current = requestAnimationFrame(again);
  }, [canEdit]);
}
