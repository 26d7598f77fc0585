'use client';

import { type RefObject, useLayoutEffect } from 'react';

/** Keeps an element as high as it has been at its present width: what goes away in it moves nothing below it. */
export function useKeptHeight(element: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const kept = element.current;
    if (!kept) return;
    let width = kept.offsetWidth;
    let frame = 0;
    const keep = () => {
      if (kept.offsetWidth !== width) kept.style.minHeight = '';
      width = kept.offsetWidth;
      kept.style.minHeight = `${kept.offsetHeight}px`;
    };
    keep();
    const observer = new ResizeObserver(() => {
      // Within the observer's own call it would be told of what it did itself.
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(keep);
    });
    observer.observe(kept);
    return () => {
      cancelAnimationFrame(frame);
      observer.disconnect();
    };
  }, [element]);
}
