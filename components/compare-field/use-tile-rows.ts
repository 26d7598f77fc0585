'use client';

import { useVirtualizer } from '@tanstack/react-virtual';
import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { TILE } from './value-tile.tsx';

const LEAST_WIDTH = 250;
/** Pixels around and between tiles. */
const GAP = 12;

/** How many tiles stand side by side. */
function useColumns(scroller: RefObject<HTMLElement | null>): number {
  const [columns, setColumns] = useState(1);
  // Known before the first paint: tiles that change their places are tiles looked for again.
  useLayoutEffect(() => {
    if (!scroller.current) return;
    const fill = (width: number) => setColumns(Math.max(1, Math.floor((width - GAP) / (LEAST_WIDTH + GAP))));
    fill(scroller.current.clientWidth);
    const observer = new ResizeObserver(([entry]) => entry && fill(entry.contentRect.width));
    observer.observe(scroller.current);
    return () => observer.disconnect();
  }, [scroller]);
  return columns;
}

/**
 * The tiles in view, in as many columns as fit. `isDrawn` is false for a tile that only flies by; what was drawn once stays drawn.
 * @param onMore asks for more values before the last row comes into view
 */
export function useTileRows(scroller: RefObject<HTMLElement | null>, count: number, hasMore: boolean, onMore: () => void) {
  const columns = useColumns(scroller);
  const drawn = useRef(new Set<string>());
  const [, redraw] = useState(0);
  const rows = Math.ceil(count / columns);
  const virtual = useVirtualizer({
    count: rows,
    getScrollElement: () => scroller.current,
    estimateSize: () => TILE,
    overscan: 2,
    paddingStart: GAP,
    paddingEnd: GAP,
  });
  const { isScrolling } = virtual;
  useEffect(() => {
    if (!isScrolling) redraw((times) => times + 1);
  }, [isScrolling]);
  const shown = virtual.getVirtualItems();
  const lastRow = shown.at(-1)?.index ?? 0;
  useEffect(() => {
    if (hasMore && lastRow >= rows - 4) onMore();
  }, [hasMore, lastRow, rows, onMore]);
  return {
    columns,
    rows,
    shown,
    height: virtual.getTotalSize(),
    show: (index: number) => virtual.scrollToIndex(Math.floor(index / columns), { align: 'auto' }),
    isDrawn: (id: string) => {
      const isDrawn = drawn.current.has(id) || !isScrolling;
      if (isDrawn) drawn.current.add(id);
      return isDrawn;
    },
  };
}
