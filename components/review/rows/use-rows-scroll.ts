'use client';

import { type RefObject, useMemo, useRef } from 'react';

/** Height of a row of a table, and of its heading and its sums, which stay in view; CSS pixels. */
export const ROW = 28;
/** How the rows of a table are brought into view. Stays the same object. */
export type RowsScroll = {
  /** Brings a row into view, no further than needed; or to the top. */
  scrollTo(row: number, align: 'auto' | 'start'): void;
  isScrolling(): boolean;
  /** To be called when scrolling begins and ends. */
  recordScrolling(isScrolling: boolean): void;
};

export function useRowsScroll(scroller: RefObject<HTMLElement | null>): RowsScroll {
  const isScrolling = useRef(false);
  return useMemo(
    () => ({
      scrollTo(row, align) {
        const frame = scroller.current;
        if (!frame) return;
        const top = row * ROW;
        // Between the heading and the sums.
        const inView = frame.clientHeight - 2 * ROW;
        if (align === 'start' || top < frame.scrollTop) frame.scrollTop = top;
        else if (top + ROW > frame.scrollTop + inView) frame.scrollTop = top + ROW - inView;
      },
      isScrolling: () => isScrolling.current,
      recordScrolling(is) {
        isScrolling.current = is;
      },
    }),
    [scroller],
  );
}
