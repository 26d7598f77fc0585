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
 * True once a part of the page that holds the element can be used again. A part over the screen makes the rest inert, which takes the focus
 * from it; closed before the focus has moved in, it gives nothing back.
 */
function isUsable(part: Node, element: Element | null): boolean {
  return part.contains(element) && element?.closest('[inert]') === null;
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
    const isOnBody = () => document.activeElement === null || document.activeElement === document.body;
    const restore = () => {
      if (isOnBody()) focusNear(home);
    };
    const observer = new MutationObserver((changes) => {
      if (last === null || !isOnBody()) return;
      const wasInert = changes.some(({ attributeName, target }) => attributeName === 'inert' && isUsable(target, last));
      if (!isGone(last) && !wasInert) return;
      if (!wasFloating && !wasInert) return restore();
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(() => {
        frame = requestAnimationFrame(restore);
      });
    });
    document.addEventListener('focusin', record);
    observer.observe(document.body, { childList: true, subtree: true, attributes: true, attributeFilter: ['disabled', 'inert'] });
    return () => {
      cancelAnimationFrame(frame);
      document.removeEventListener('focusin', record);
      observer.disconnect();
    };
  }, []);
}
