'use client';

import { useLayoutEffect } from 'react';
import { focusNear } from './focus-near.ts';

/** Parts over the screen: when one closes it gives the focus back by itself, a frame later. */
const FLOATING = '[role=dialog], [role=alertdialog], [role=menu], [role=listbox]';
const HOLDERS = '[data-home], [data-pointer]';

function isGone(element: Element): boolean {
  return !element.isConnected || element.matches(':disabled');
}

/**
 * Keeps the focus of the review from falling to the page's body: when what has it goes away or can no longer be used (an input that
 * becomes another kind of input, a button that did its work, a row that is removed), the place it belongs to gets it. Where one clicks on
 * nothing, nothing is done.
 */
export function useKeepFocus(): void {
  // Before the next document is on the screen, whose places have the same names.
  useLayoutEffect(() => {
    let last: Element | null = null;
    /** Pointer of the place the focus belongs to; parts over the screen belong to the place they were opened from. */
    let home: string | null = null;
    let wasFloating = false;
    let frame = 0;
    const record = ({ target }: FocusEvent) => {
      if (!(target instanceof Element) || target === document.body) return;
      last = target;
      wasFloating = target.closest(FLOATING) !== null;
      const holder = target.closest<HTMLElement>(HOLDERS);
      if (holder) home = holder.dataset.pointer ?? holder.dataset.home ?? null;
    };
    const isLost = () => (document.activeElement === null || document.activeElement === document.body) && last !== null && isGone(last);
    const restore = () => {
      if (isLost()) focusNear(home);
    };
    const observer = new MutationObserver(() => {
      if (!isLost()) return;
      if (!wasFloating) return restore();
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(() => {
        frame = requestAnimationFrame(restore);
      });
    });
    document.addEventListener('focusin', record);
    observer.observe(document.body, { childList: true, subtree: true, attributes: true, attributeFilter: ['disabled'] });
    return () => {
      cancelAnimationFrame(frame);
      document.removeEventListener('focusin', record);
      observer.disconnect();
    };
  }, []);
}
