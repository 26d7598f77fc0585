'use client';

import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef } from 'react';
import type { Box } from '#lib/contract/service/box.ts';
import type { Page } from '#lib/contract/service/reading.ts';
import { turnBox } from '#lib/document/geometry/box.ts';
import { addTurns, type Turn } from './drawing/page-turn.ts';
import { SHEET_SIDE, SHEET_TOP } from './drawing/sheet-frame.tsx';
import type { PageSettings } from './use-page-settings.ts';
import { usePageWindow } from './use-page-window.ts';
import { useSize } from './use-size.ts';

/** Pixels between pages. */
export const GAP = 14;
/** Height over width of an A4 page, until the real one is known. */
const A4 = Math.SQRT2;
/** CSS pixels a point of a sheet at 100 %. */
const GRID_SCALE = 1.3;

/** After going to a place, scrolling that long is part of it. */
const LANDING_MS = 400;
/** What a person scrolls the pages with; arrow keys of a page's own count, too. */
const HAND = ['wheel', 'touchmove', 'pointerdown', 'keydown'] as const;

/** What must be known of a page to place it. Sizes in points; the width counts for grids, which are not fitted. */
type Shape = { aspect: number; gridWidth: number | null; upright: Turn; hasFrame: boolean };

function shapeOf(page: Page): Shape {
  return {
    aspect: page.height / page.width,
    gridWidth: page.display === 'grid' ? page.width : null,
    // Sideways print is shown upright.
    upright: page.display === 'image' ? page.text_rotation : 0,
    hasFrame: page.grid !== undefined,
  };
}

/** Places the pages one under the other, as large as the settings say, and brings boxes into view. */
export function usePageLayout(scroller: RefObject<HTMLElement | null>, count: number, settings: PageSettings) {
  const { width: available, height: viewHeight } = useSize(scroller);
  const shapes = useRef(new Map<number, Shape>());
  /** What pages look like that were not seen yet: as the first one that was. */
  const guess = useCallback((): Shape | undefined => shapes.current.values().next().value, []);
  const { fit, zoom, turn } = settings;
  const pane = Math.max(200, available - 2 * GAP);

  const turnOf = useCallback(
    (page: number): Turn => {
      const shape = shapes.current.get(page);
      return shape && (shape.gridWidth !== null || (shape.upright === 0 && turn === 0)) ? 0 : addTurns(shape?.upright ?? 0, turn);
    },
    [turn],
  );
  const aspectOf = useCallback(
    (page: number) => {
      const aspect = (shapes.current.get(page) ?? guess())?.aspect ?? A4;
      return turnOf(page) % 180 === 0 ? aspect : 1 / aspect;
    },
    [turnOf, guess],
  );
  const widthOf = useCallback(
    (page: number) => {
      const gridWidth = (shapes.current.get(page) ?? guess())?.gridWidth;
      if (gridWidth) return Math.round(gridWidth * GRID_SCALE * (fit ? 1 : zoom));
      if (fit === 'page') return Math.max(120, Math.round(Math.min(pane, (viewHeight - 2 * GAP) / aspectOf(page))));
      return Math.round(pane * (fit ? 1 : zoom));
    },
    [fit, zoom, pane, viewHeight, aspectOf, guess],
  );

  /** Pixels left of and above a page for what stands around a sheet. */
  const frameOf = useCallback(
    (page: number): readonly [number, number] =>
      (shapes.current.get(page) ?? guess())?.hasFrame && turnOf(page) === 0 ? [SHEET_SIDE, SHEET_TOP] : [0, 0],
    [guess, turnOf],
  );
  const heightOf = useCallback((page: number) => widthOf(page) * aspectOf(page) + frameOf(page)[1] + GAP, [widthOf, aspectOf, frameOf]);
  const pages = usePageWindow({ scroller, count, heightOf, start: GAP, viewHeight });
  const { placesOf, forgetPlaces, look } = pages;
  // Another size keeps the place one looks at; the top stays the top.
  const before = useRef(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another height of the pages makes every place another
  useLayoutEffect(() => {
    const frame = scroller.current;
    const { total } = placesOf();
    if (frame && frame.scrollTop > 0 && before.current > 0 && before.current !== total) {
      const share = (frame.scrollTop + frame.clientHeight / 2) / before.current;
      frame.scrollTop = Math.max(0, share * total - frame.clientHeight / 2);
    }
    before.current = total;
  }, [heightOf]);
  /** By how much the view must follow pages that became known, once they are drawn at their new places. */
  const moved = useRef(0);
  const noteShape = useCallback(
    (number: number, page: Page) => {
      const shape = shapeOf(page);
      const known = shapes.current.get(number);
      const isSame =
        known?.aspect === shape.aspect &&
        known.gridWidth === shape.gridWidth &&
        known.upright === shape.upright &&
        known.hasFrame === shape.hasFrame;
      if (isSame) return;
      const frame = scroller.current;
      const was = placesOf();
      const top = (frame?.scrollTop ?? 0) + moved.current;
      const seen = was.pageAt(top);
      shapes.current.set(number, shape);
      forgetPlaces();
      const places = placesOf();
      // What is in view stays there when a page before it turns out higher or lower.
      if (frame && top > 0) moved.current += places.startOf(seen) - was.startOf(seen);
      before.current = places.total;
    },
    [scroller, placesOf, forgetPlaces],
  );

  /** When a place was gone to at once: what is there must be drawn at once, too. */
  const landed = useRef(Number.NEGATIVE_INFINITY);
  const { isScrolling } = pages;
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

  const goTo = useCallback(
    (page: number) => {
      wanted.current = null;
      landed.current = performance.now();
      if (scroller.current) scroller.current.scrollTop = placesOf().startOf(page);
      look();
    },
    [scroller, placesOf, look],
  );
  const { items, current } = pages;
  const { total } = placesOf();
  // Not before the pages stand at their new places: until then the browser scrolls no further than the old ones reach.
  // biome-ignore lint/correctness/useExhaustiveDependencies: other shapes make another total, or other pages to draw
  useLayoutEffect(() => {
    const frame = scroller.current;
    if (!frame) return;
    const by = moved.current;
    moved.current = 0;
    if (wanted.current) reveal(wanted.current.page, wanted.current.box);
    else if (by !== 0) {
      frame.scrollTop += by;
      look();
    }
  }, [scroller, reveal, look, total, items]);
  useEffect(() => {
    const frame = scroller.current;
    if (!frame) return;
    const forget = () => {
      wanted.current = null;
    };
    for (const kind of HAND) frame.addEventListener(kind, forget, { passive: true });
    return () => {
      for (const kind of HAND) frame.removeEventListener(kind, forget);
    };
  }, [scroller]);
  return {
    available,
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
    aspectOf,
    turnOf,
    noteShape,
    /** True while pages only fly by. Stays the same function. */
    isFlying,
    reveal,
    /** Stays the same function. */
    goTo,
  };
}
