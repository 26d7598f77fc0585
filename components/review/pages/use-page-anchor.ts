'use client';

import { type RefObject, useCallback, useLayoutEffect, useRef } from 'react';
import type { Page } from '#lib/contract/service/reading.ts';
import type { PageShapes } from './use-page-shapes.ts';
import type { PageWindow } from './use-page-window.ts';

/**
 * Keeps what one looks at in its place while pages get another size: all of them because of the settings, or one because it
 * became known.
 */
export function usePageAnchor(scroller: RefObject<HTMLElement | null>, shapes: PageShapes, { placesOf, forgetPlaces }: PageWindow) {
  const { heightOf, isNews, learn } = shapes;
  const before = useRef(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another height of the pages makes every place another
  useLayoutEffect(() => {
    const frame = scroller.current;
    const { total } = placesOf();
    // The top stays the top.
    if (frame && frame.scrollTop > 0 && before.current > 0 && before.current !== total) {
      const share = (frame.scrollTop + frame.clientHeight / 2) / before.current;
      frame.scrollTop = Math.max(0, share * total - frame.clientHeight / 2);
    }
    before.current = total;
  }, [heightOf]);
  const moved = useRef(0);
  const recordShape = useCallback(
    (number: number, page: Page) => {
      if (!isNews(number, page)) return;
      const frame = scroller.current;
      const was = placesOf();
      const top = (frame?.scrollTop ?? 0) + moved.current;
      const seen = was.pageAt(top);
      learn(number, page);
      forgetPlaces();
      const places = placesOf();
      // What is in view stays there when a page before it turns out higher or lower.
      if (frame && top > 0) moved.current += places.startOf(seen) - was.startOf(seen);
      before.current = places.total;
    },
    [scroller, placesOf, forgetPlaces, isNews, learn],
  );
  /** By how much the view must follow pages that became known, once they are drawn at their new places. Counts from 0 again then. */
  const takeMoved = useCallback(() => {
    const by = moved.current;
    moved.current = 0;
    return by;
  }, []);
  return { recordShape, takeMoved };
}
