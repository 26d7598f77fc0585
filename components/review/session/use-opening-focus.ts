'use client';

import { useLayoutEffect, useRef } from 'react';
import { focusNear } from './focus-near.ts';
import { focusValue } from './focus-value.ts';
import { focusWhenDrawn } from './focus-when-drawn.ts';

/** The value that the address names (`?field=POINTER`). The router would still tell that of the document before. */
function fieldInAddress(): string | null {
  return new URLSearchParams(window.location.search).get('field');
}

/**
 * Gives the first doubtful value the focus when the document opens for review; without one, Approve gets it. A value that the address names
 * goes before it, also where nothing can be edited.
 * @param options.findFirst the first doubtful value's pointer, or null
 * @param options.recordFocus for values whose control takes no focus, as it cannot be used
 */
export function useOpeningFocus(
  canEdit: boolean,
  options: { findFirst: () => string | null; recordFocus: (pointer: string) => void },
): void {
  const given = useRef(options);
  given.current = options;
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
    const asked = fieldInAddress();
    if (isOpened.current || (!canEdit && asked === null)) return;
    isOpened.current = true;
    if (asked !== null) {
      stop.current = focusWhenDrawn(
        () => {
          const isThere = focusValue(asked);
          if (isThere) given.current.recordFocus(asked);
          return isThere;
        },
        () => focusNear(asked),
      );
      return;
    }
    const before = document.activeElement;
    const focusApprove = () => document.getElementById('approve')?.focus();
    stop.current = focusWhenDrawn(() => {
      const first = given.current.findFirst();
      if (first === null) focusApprove();
      else focusValue(first);
      return document.activeElement !== before && document.activeElement !== document.body;
    }, focusApprove);
  }, [canEdit]);
}
