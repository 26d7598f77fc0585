'use client';

import { type RefObject, useCallback, useEffect, useRef } from 'react';
import type { Box } from '#lib/contract/service/box.ts';
import { turnBox } from '#lib/document/geometry/box.ts';
import { GAP, type PageShapes } from './use-page-shapes.ts';
import type { PageWindow } from './use-page-window.ts';

/** After going to a place, scrolling that long is part of it. */
const LANDING_MS = 400;
/** When pages have kept their size for so long, the place that was gone to is looked for once more. */
const SETTLED_MS = 250;
/** What a person scrolls the pages with; arrow keys of a page's own count, too. */
const HAND = ['wheel', 'touchmove', 'pointerdown', 'keydown'] as const;

/** Goes to boxes and pages, and stays there while pages become known or change their size, until the person scrolls. */
export function usePageReveal(scroller: RefObject<HTMLElement | null>, available: number, shapes: PageShapes, pages: PageWindow) {
  const { widthOf, aspectOf, turnOf, frameOf } = shapes;
  const { placesOf, look, isScrolling } = pages;
  /** When a place was gone to at once: what is there must be drawn at once, too. */
  const landed = useRef(Number.NEGATIVE_INFINITY);
  const isFlying = useCallback(() => isScrolling() && performance.now() - landed.current > LANDING_MS, [isScrolling]);
  /** The place last gone to, until the person scrolls: pages that become known may have moved it out of view. */
  const wanted = useRef<{ page: number; box: Box } | null>(null);
  const reveal = useCallback(
    (page: number, box: Box) => {
      const frame = scroller.current;
      if (!frame) return;
      wanted.current = { page, box };
      if (available <= 0) return;
      landed.current = performance.now();
      const width = widthOf(page);
      const height = width * aspectOf(page);
      const [side, above] = frameOf(page);
      const start = placesOf().startOf(page) + above;
      const [left, top, right, bottom] = turnBox(box, turnOf(page));
      const [boxTop, boxBottom] = [start + top * height, start + bottom * height];
      const margin = Math.min(90, frame.clientHeight / 6);
      if (boxTop < frame.scrollTop + margin || boxBottom > frame.scrollTop + frame.clientHeight - margin) {
        frame.scrollTop = Math.max(0, (boxTop + boxBottom) / 2 - frame.clientHeight * 0.42);
      }
      const [boxLeft, boxRight] = [GAP + side + left * width, GAP + side + right * width];
      if (boxLeft - side < frame.scrollLeft || boxRight > frame.scrollLeft + frame.clientWidth) {
        frame.scrollLeft = Math.max(0, (boxLeft + boxRight - side - frame.clientWidth) / 2);
      }
      look();
    },
    [scroller, available, placesOf, look, widthOf, aspectOf, turnOf, frameOf],
  );
  /** Goes to the wanted place once more; false without one. */
  const revealAgain = useCallback(() => {
    if (!wanted.current) return false;
    reveal(wanted.current.page, wanted.current.box);
    return true;
  }, [reveal]);
  const latest = useRef(revealAgain);
  latest.current = revealAgain;
  const goTo = useCallback(
    (page: number) => {
      wanted.current = null;
      landed.current = performance.now();
      if (scroller.current) scroller.current.scrollTop = placesOf().startOf(page);
      look();
    },
    [scroller, placesOf, look],
  );
  useEffect(() => {
    const frame = scroller.current;
    if (!frame) return;
    const forget = () => {
      wanted.current = null;
    };
    // what the browser does to keep its place while pages grow comes after their layout
    let settling: ReturnType<typeof setTimeout> | undefined;
    const settle = () => {
      clearTimeout(settling);
      settling = setTimeout(() => latest.current(), SETTLED_MS);
    };
    const resized = new ResizeObserver(settle);
    if (frame.firstElementChild) resized.observe(frame.firstElementChild);
    for (const kind of HAND) frame.addEventListener(kind, forget, { passive: true });
    return () => {
      clearTimeout(settling);
      resized.disconnect();
      for (const kind of HAND) frame.removeEventListener(kind, forget);
    };
  }, [scroller]);
  return { reveal, revealAgain, goTo, isFlying };
}
