'use client';

import { useLayoutEffect, useRef } from 'react';
import { focusValue } from './focus-value.ts';

/** Frames that it is tried: a table's rows are drawn a moment after the screen, and nothing behind a closing dialog takes the focus. */
const MOST_FRAMES = 180;

/**
 * Gives the first doubtful value the focus when the document opens for review; without one, Approve gets it.
 * @param findFirst its pointer, or null
 */
export function useOpeningFocus(canEdit: boolean, findFirst: () => string | null): void {
  const find = useRef(findFirst);
  find.current = findFirst;
  const isOpened = useRef(false);
  const frame = useRef(0);
  useLayoutEffect(
    () => () => {
      cancelAnimationFrame(frame.current);
      isOpened.current = false;
    },
    [],
  );
  useLayoutEffect(() => {
    if (isOpened.current || !canEdit) return;
    isOpened.current = true;
    const before = document.activeElement;
    const tryFocus = () => {
      const first = find.current();
      if (first === null) document.getElementById('approve')?.focus();
      else focusValue(first);
      return document.activeElement !== before && document.activeElement !== document.body;
    };
    if (tryFocus()) return;
    let frames = 0;
    const again = () => {
      const present = document.activeElement;
      // The person has gone somewhere meanwhile.
      if ((present !== before && present !== document.body) || tryFocus()) return;
      frames += 1;
      if (frames >= MOST_FRAMES) document.getElementById('approve')?.focus();
      else frame.current = requestAnimationFrame(again);
    };
    frame.current = requestAnimationFrame(again);
  }, [canEdit]);
}
