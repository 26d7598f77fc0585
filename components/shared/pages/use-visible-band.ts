'use client';

import { type RefObject, useEffect, useState } from 'react';

/** Marks the element that scrolls the pages. */
export const SCROLLER = 'data-page-scroller';

/**
 * The part of an element that is in view, with a screen more above and below, as fractions of its height. Changes in
 * steps of half a screen, so that scrolling draws seldom.
 */
export function useVisibleBand(element: RefObject<Element | null>): [number, number] {
  const [band, setBand] = useState<[number, number]>([0, 0.2]);
  useEffect(() => {
    const scroller = element.current?.closest(`[${SCROLLER}]`);
    if (!scroller) return;
    let frame = 0;
    const measure = () => {
      frame = 0;
      const own = element.current?.getBoundingClientRect();
      const view = scroller.getBoundingClientRect();
      if (!own || own.height === 0) return;
      const step = view.height / 2;
      const top = Math.floor((view.top - own.top) / step) * step;
      const next: [number, number] = [(top - 2 * step) / own.height, (top + 5 * step) / own.height];
      setBand((now) => (now[0] === next[0] && now[1] === next[1] ? now : next));
    };
    const later = () => {
      frame ||= requestAnimationFrame(measure);
    };
    measure();
    scroller.addEventListener('scroll', later, { passive: true });
    const observer = new ResizeObserver(later);
    if (element.current) observer.observe(element.current);
    return () => {
      cancelAnimationFrame(frame);
      scroller.removeEventListener('scroll', later);
      observer.disconnect();
    };
  }, [element]);
  return band;
}
