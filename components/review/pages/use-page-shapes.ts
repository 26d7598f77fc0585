'use client';

import { useCallback, useRef } from 'react';
import type { Page } from '#lib/contract/service/reading.ts';
import { addTurns, type Turn } from './drawing/page-turn.ts';
import { SHEET_SIDE, SHEET_TOP } from './drawing/sheet-frame.tsx';
import type { PageSettings } from './use-page-settings.ts';

/** Pixels between pages. */
export const GAP = 14;
/** Height over width of an A4 page, until the real one is known. */
const A4 = Math.SQRT2;
/** CSS pixels a point of a sheet at 100 %. */
const GRID_SCALE = 1.3;

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

function isSameShape(one: Shape | undefined, other: Shape): boolean {
  return (
    one?.aspect === other.aspect && one.gridWidth === other.gridWidth && one.upright === other.upright && one.hasFrame === other.hasFrame
  );
}

/**
 * How large each page is shown and how it is turned, as the settings say. A page that was not seen yet is taken to look as the
 * first one that was. All functions change only with the settings and the size of the view.
 * @param pane pixels that a page may take in width
 */
export function usePageShapes(pane: number, viewHeight: number, { fit, zoom, turn }: PageSettings) {
  const shapes = useRef(new Map<number, Shape>());
  const guess = useCallback((): Shape | undefined => shapes.current.values().next().value, []);
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
  /** True while the page is not known to look like this. */
  const isNews = useCallback((number: number, page: Page) => !isSameShape(shapes.current.get(number), shapeOf(page)), []);
  const learn = useCallback((number: number, page: Page) => void shapes.current.set(number, shapeOf(page)), []);
  return { turnOf, aspectOf, widthOf, frameOf, heightOf, isNews, learn };
}

export type PageShapes = ReturnType<typeof usePageShapes>;
