'use client';

import { type RefObject, useLayoutEffect } from 'react';
import { useSize } from '#components/ui/use-size.ts';
import { usePageAnchor } from './use-page-anchor.ts';
import { usePageReveal } from './use-page-reveal.ts';
import type { PageSettings } from './use-page-settings.ts';
import { GAP, usePageShapes } from './use-page-shapes.ts';
import { usePageWindow } from './use-page-window.ts';

/** Places the pages one under the other, as large as the settings say, and brings boxes into view. */
export function usePageLayout(scroller: RefObject<HTMLElement | null>, count: number, settings: PageSettings) {
  const { width: available, height: viewHeight } = useSize(scroller, 'pages');
  const { fit, zoom } = settings;
  const pane = Math.max(200, available - 2 * GAP);
  const shapes = usePageShapes(pane, viewHeight, settings);
  const { heightOf, widthOf, frameOf } = shapes;
  const pages = usePageWindow({ scroller, count, heightOf, start: GAP, viewHeight });
  const { recordShape, takeMoved } = usePageAnchor(scroller, shapes, pages);
  const { reveal, revealAgain, goTo, isFlying } = usePageReveal(scroller, available, shapes, pages);
  const { items, current, look } = pages;
  const { total } = pages.placesOf();
  // Not before the pages stand at their new places: until then the browser scrolls no further than the old ones reach.
  // biome-ignore lint/correctness/useExhaustiveDependencies: other shapes make another total, or other pages to draw
  useLayoutEffect(() => {
    const frame = scroller.current;
    if (!frame) return;
    const by = takeMoved();
    if (revealAgain() || by === 0) return;
    frame.scrollTop += by;
    look();
  }, [scroller, revealAgain, takeMoved, look, total, items]);
  return {
    available,
    viewHeight,
    items,
    totalHeight: total,
    widest: Math.max(pane, ...items.map(({ page }) => frameOf(page)[0] + widthOf(page))),
    /** Pixels of a page with what stands left of it. */
    outerWidthOf: (page: number) => frameOf(page)[0] + widthOf(page),
    /** The page in the middle of the view. */
    current,
    /** How large pages are shown, as a multiple of the pane's width. */
    shownZoom: fit === 'page' ? widthOf(current) / pane : fit === 'width' ? 1 : zoom,
    widthOf,
    aspectOf: shapes.aspectOf,
    turnOf: shapes.turnOf,
    recordShape,
    /** True while pages only fly by. Stays the same function. */
    isFlying,
    reveal,
    /** Stays the same function. */
    goTo,
  };
}
