'use client';

import { type RefObject, useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { type PagePlaces, placePages } from './drawing/page-places.ts';

/** Scrolling that paused for so long is over. */
const REST_MS = 150;
/** Pages drawn above and below those in view. */
const OVERSCAN = 1;

type PageWindowOptions = {
  scroller: RefObject<HTMLElement | null>;
  count: number;
  /** A page's height with the gap below it; another function makes every place another. */
  heightOf: (page: number) => number;
  /** Pixels before the first page. */
  start: number;
  viewHeight: number;
};

/** First and last page in view, and the one in its middle. */
type View = { first: number; last: number; current: number };

/**
 * The pages of a long document that are in view, so that only those are drawn. Draws anew when another page comes into view, not
 * for every pixel scrolled. Heights are known beforehand, unlike those of lists, whose lines are measured.
 */
export function usePageWindow({ scroller, count, heightOf, start, viewHeight }: PageWindowOptions) {
  const known = useRef<{ heightOf: PageWindowOptions['heightOf']; count: number; places: PagePlaces } | null>(null);
  const latest = useRef({ heightOf, count });
  latest.current = { heightOf, count };
  /** Where the pages stand now; reckoned when it is asked for first after a change. */
  const placesOf = useCallback(() => {
    const { heightOf, count } = latest.current;
    if (known.current?.heightOf !== heightOf || known.current.count !== count)
      known.current = { heightOf, count, places: placePages(count, heightOf, start) };
    return known.current.places;
  }, [start]);
  const [view, setView] = useState<View>({ first: 1, last: 1, current: 1 });
  const [, redraw] = useState(0);
  const look = useCallback(() => {
    const frame = scroller.current;
    if (!frame) return;
    const { pageAt } = placesOf();
    const { scrollTop: top, clientHeight: height } = frame;
    const next = { first: pageAt(top), last: pageAt(top + height), current: pageAt(top + height / 2) };
    setView((now) => (now.first === next.first && now.last === next.last && now.current === next.current ? now : next));
  }, [scroller, placesOf]);
  const forgetPlaces = useCallback(() => {
    known.current = null;
    redraw((times) => times + 1);
    look();
  }, [look]);

  const scrolledAt = useRef(Number.NEGATIVE_INFINITY);
  const isScrolling = useCallback(() => performance.now() - scrolledAt.current < REST_MS, []);
  useEffect(() => {
    const frame = scroller.current;
    if (!frame) return;
    const onScroll = () => {
      scrolledAt.current = performance.now();
      look();
    };
    frame.addEventListener('scroll', onScroll, { passive: true });
    return () => frame.removeEventListener('scroll', onScroll);
  }, [scroller, look]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: other heights, or another window, show other pages
  useLayoutEffect(look, [look, heightOf, count, viewHeight]);

  const from = Math.max(1, view.first - OVERSCAN);
  const to = viewHeight > 0 ? Math.min(count, view.last + OVERSCAN) : 0;
  const places = placesOf();
  const items = useMemo(
    () => Array.from({ length: Math.max(0, to - from + 1) }, (_, index) => ({ page: from + index, start: places.startOf(from + index) })),
    [from, to, places],
  );
  return {
    items,
    /** The page in the middle of the view. */
    current: Math.min(view.current, Math.max(1, count)),
    placesOf,
    /** Draws what is in view now without waiting for the browser to tell of scrolling. */
    look,
    /** For when a page's height has become another one. */
    forgetPlaces,
    /** True while it is scrolled. Stays the same function. */
    isScrolling,
  };
}

export type PageWindow = ReturnType<typeof usePageWindow>;
