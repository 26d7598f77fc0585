'use client';

import { useLayoutEffect, useRef } from 'react';
import { focusValue } from './focus-value.ts';
import { focusWhenDrawn } from './focus-when-drawn.ts';

/**
 * Gives the first doubtful value the focus when the document opens for review; without one, Approve gets it.
 * @param findFirst its pointer, or null
 */
export function useOpeningFocus(canEdit: boolean, findFirst: () => string | null): void {
  const find = useRef(findFirst);
  find.current = findFirst;
  const isOpened = useRef(false);
  const stop = useRef(() => {});
  useLayoutEffect(
    () => () => {
      stop.current();
      isOpened.current = false;
    },
    [],
  );
  useLayoutEffect(() => {
    if (isOpened.current || !canEdit) return;
    isOpened.current = true;
    const before = document.activeElement;
    const focusApprove = () => document.getElementById('approve')?.focus();
    stop.current = focusWhenDrawn(() => {
      const first = find.current();
      if (first === null) focusApprove();
      else focusValue(first);
      return document.activeElement !== before && document.activeElement !== document.body;
    }, focusApprove);
  }, [canEdit]);
}
