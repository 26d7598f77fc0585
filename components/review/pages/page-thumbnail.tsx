'use client';

import { Flag } from 'lucide-react';
import type { KeyboardEvent } from 'react';
import { pagePicture } from '#components/shared/pages/page-picture.ts';
import { place } from '#components/shared/pages/page-place.ts';
import { classNames } from '#components/ui/class-names.ts';
import { useReview } from '../session/review-context.ts';
import type { Mark } from './drawing/list-marks.ts';
import type { Turn } from './drawing/page-turn.ts';

/** Pixels of a thumbnail across. */
export const WIDTH = 84;
/** Height of the line with the page's number, and the space below. */
export const FOOT = 26;
/** More marks than this would blacken a thumbnail. */
const MOST_MARKS = 60;

type PageThumbnailProps = {
  number: number;
  /** Pixels, with the line below. */
  height: number;
  isHere: boolean;
  /** The picture is shown; false while the page only flies by, and where it has none. */
  isDrawn: boolean;
  turn: Turn;
  marks: readonly Mark[];
  /** How often the search found something on the page. */
  places: number;
  onPress: () => void;
  onKeyDown: (event: KeyboardEvent) => void;
};

function wordsOf({ number, marks, places }: PageThumbnailProps, flags: number): string {
  const values = new Set(marks.map((mark) => mark.pointer)).size;
  return [
    `Page ${number}`,
    values > 0 && (values === 1 ? '1 value' : `${values} values`),
    flags > 0 && (flags === 1 ? '1 flag' : `${flags} flags`),
    places > 0 && (places === 1 ? 'found once' : `found ${places} times`),
  ]
    .filter(Boolean)
    .join(', ');
}

/** A page small, with where values and flags stand. */
export function PageThumbnail(props: PageThumbnailProps) {
  const { number, height, isHere, isDrawn, turn, marks, places, onPress, onKeyDown } = props;
  const { documentId, focused } = useReview();
  const flags = marks.filter((mark) => mark.flagged).length;
  return (
    <button
      type="button"
      data-page={number}
      tabIndex={isHere ? 0 : -1}
      aria-label={wordsOf(props, flags)}
      aria-current={isHere ? 'page' : undefined}
      onClick={onPress}
      onKeyDown={onKeyDown}
      className="block w-full text-left"
    >
      <span
        className={classNames(
          'relative block overflow-hidden border bg-paper',
          isHere ? 'border-accent outline-2 outline-accent' : 'border-line-strong',
        )}
        style={{ height: height - FOOT }}
      >
        {isDrawn ? (
          // biome-ignore lint/performance/noImgElement: the picture's size is chosen here, and it stays behind the session
          <img
            src={pagePicture(documentId, number, WIDTH)}
            alt=""
            decoding="async"
            draggable={false}
            className={turn === 0 ? 'size-full' : 'size-full object-contain'}
            style={turn === 0 ? undefined : { transform: `rotate(${turn}deg)` }}
          />
        ) : null}
        {turn === 0 && marks.length <= MOST_MARKS
          ? marks.map((mark) => (
              <span
                key={`${mark.pointer} ${mark.box.join()}`}
                aria-hidden
                className={classNames(
                  'absolute rounded-[1px]',
                  mark.pointer === focused ? 'bg-evidence-focus/70' : mark.flagged ? 'bg-evidence/70' : 'bg-evidence/30',
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
  );
}
