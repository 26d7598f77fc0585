'use client';

import { useVirtualizer } from '@tanstack/react-virtual';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { hasPictures } from '#lib/document/geometry/has-pictures.ts';
import { useReview } from '../session/review-context.ts';
import type { Mark } from './drawing/list-marks.ts';
import type { Turn } from './drawing/page-turn.ts';
import { FOOT, PageThumbnail, WIDTH } from './page-thumbnail.tsx';

const NO_MARKS: readonly Mark[] = [];

type PageThumbnailsProps = {
  count: number;
  current: number;
  /** Height over width as it is seen. */
  aspectOf: (page: number) => number;
  turnOf: (page: number) => Turn;
  marks: ReadonlyMap<number, readonly Mark[]>;
  found: ReadonlyMap<number, readonly unknown[]>;
  onPage: (page: number) => void;
};

/** All pages small, with where values and flags stand. Arrow keys go through them. */
export function PageThumbnails({ count, current, aspectOf, turnOf, marks, found, onPage }: PageThumbnailsProps) {
  const review = useReview();
  const scroller = useRef<HTMLElement>(null);
  const virtual = useVirtualizer({
    count,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => Math.round(WIDTH * Math.min(2, aspectOf(index + 1))) + FOOT,
    overscan: 2,
    paddingStart: 10,
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: other shapes make other heights
  useEffect(() => virtual.measure(), [aspectOf, virtual]);
  useEffect(() => virtual.scrollToIndex(current - 1, { align: 'auto' }), [current, virtual]);
  // Pictures that only fly by are not asked for.
  const drawn = useRef(new Set<number>());
  const [, redraw] = useState(0);
  const { isScrolling } = virtual;
  useEffect(() => {
    if (!isScrolling) redraw((times) => times + 1);
  }, [isScrolling]);
  const isPictured = hasPictures(review.detail.document.media_type);

  const onKeyDown = (event: KeyboardEvent) => {
    const next = { ArrowDown: current + 1, ArrowUp: current - 1, Home: 1, End: count }[event.key];
    if (next === undefined || next < 1 || next > count) return;
    event.preventDefault();
    onPage(next);
    requestAnimationFrame(() => scroller.current?.querySelector<HTMLElement>(`[data-page="${next}"]`)?.focus());
  };
  return (
    <nav ref={scroller} aria-label="Thumbnails" className="mx-auto w-28 shrink-0 overflow-y-auto overflow-x-hidden bg-canvas">
      <ol className="relative" style={{ height: virtual.getTotalSize() }}>
        {virtual.getVirtualItems().map((item) => {
          const number = item.index + 1;
          const isDrawn = isPictured && (drawn.current.has(number) || !isScrolling);
          if (isDrawn) drawn.current.add(number);
          return (
            <li key={number} className="absolute inset-x-0 px-3.5" style={{ transform: `translateY(${item.start}px)`, height: item.size }}>
              <PageThumbnail
                number={number}
                height={item.size}
                isHere={number === current}
                isDrawn={isDrawn}
                turn={turnOf(number)}
                marks={marks.get(number) ?? NO_MARKS}
                places={found.get(number)?.length ?? 0}
                onPress={() => onPage(number)}
                onKeyDown={onKeyDown}
              />
            </li>
          );
        })}
      </ol>
    </nav>
  );
}
