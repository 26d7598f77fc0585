'use client';

import { useVirtualizer } from '@tanstack/react-virtual';
import { Flag } from 'lucide-react';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { classNames } from '#components/ui/class-names.ts';
import { useReview } from '../session/review-context.ts';
import type { Mark } from './drawing/list-marks.ts';
import { pagePicture } from './drawing/page-picture.ts';
import { place } from './drawing/page-place.ts';
import type { Turn } from './drawing/page-turn.ts';

const WIDTH = 84;
/** Height of the line with the page's number, and the space below. */
const FOOT = 26;
/** More marks than this would blacken a thumbnail. */
const MOST_MARKS = 60;

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
  const hasPictures = /^image\/|pdf$/.test(review.detail.document.media_type ?? '');

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
          const own = marks.get(number) ?? [];
          const flags = own.filter((mark) => mark.flagged).length;
          const places = found.get(number)?.length ?? 0;
          const turn = turnOf(number);
          const isHere = number === current;
          const isDrawn = hasPictures && (drawn.current.has(number) || !isScrolling);
          if (isDrawn) drawn.current.add(number);
          const values = new Set(own.map((mark) => mark.pointer)).size;
          const words = [
            `Page ${number}`,
            values > 0 && (values === 1 ? '1 value' : `${values} values`),
            flags > 0 && (flags === 1 ? '1 flag' : `${flags} flags`),
            places > 0 && (places === 1 ? 'found once' : `found ${places} times`),
          ].filter(Boolean);
          return (
            <li key={number} className="absolute inset-x-0 px-3.5" style={{ transform: `translateY(${item.start}px)`, height: item.size }}>
              <button
                type="button"
                data-page={number}
                tabIndex={isHere ? 0 : -1}
                aria-label={words.join(', ')}
                aria-current={isHere ? 'page' : undefined}
                onClick={() => onPage(number)}
                onKeyDown={onKeyDown}
                className="block w-full text-left"
              >
                <span
                  className={classNames(
                    'relative block overflow-hidden border bg-paper',
                    isHere ? 'border-accent outline-2 outline-accent' : 'border-line-strong',
                  )}
                  style={{ height: item.size - FOOT }}
                >
                  {isDrawn ? (
                    // biome-ignore lint/performance/noImgElement: the picture's size is chosen here, and it stays behind the session
                    <img
                      src={pagePicture(review.documentId, number, WIDTH)}
                      alt=""
                      decoding="async"
                      draggable={false}
                      className={turn === 0 ? 'size-full' : 'size-full object-contain'}
                      style={turn === 0 ? undefined : { transform: `rotate(${turn}deg)` }}
                    />
                  ) : null}
                  {turn === 0 && own.length <= MOST_MARKS
                    ? own.map((mark) => (
                        <span
                          key={`${mark.pointer} ${mark.box.join()}`}
                          aria-hidden
                          className={classNames(
                            'absolute rounded-[1px]',
                            mark.pointer === review.focused ? 'bg-evidence-focus/70' : mark.flagged ? 'bg-evidence/70' : 'bg-evidence/30',
                          )}
                          style={place(mark.box, 0.5)}
                        />
                      ))
                    : null}
                </span>
                <span aria-hidden className="flex h-5 items-center justify-between text-2xs">
                  <span className={isHere ? 'font-semibold text-ink' : 'text-ink-muted'}>{number}</span>
                  <span className="flex items-center gap-1.5">
                    {places > 0 ? <span className="text-accent">{places} ×</span> : null}
                    {flags > 0 ? (
                      <span className="flex items-center gap-0.5 text-warn">
                        <Flag size={10} />
                        {flags}
                      </span>
                    ) : null}
                  </span>
                </span>
              </button>
            </li>
          );
        })}
      </ol>
    </nav>
  );
}
