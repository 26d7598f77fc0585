'use client';

import { useEffect, useMemo, useRef } from 'react';
import { DrawnBox } from '#components/shared/pages/drawn-box.tsx';
import { DrawnPage } from '#components/shared/pages/drawn-page.tsx';
import { isBlownUp, pagePicture } from '#components/shared/pages/page-picture.ts';
import { place } from '#components/shared/pages/page-place.ts';
import { classNames } from '#components/ui/class-names.ts';
import { lazyWithPrefetch } from '#components/ui/lazy-with-prefetch.tsx';
import { Spinner } from '#components/ui/spinner.tsx';
import type { Box } from '#lib/contract/service/box.ts';
import type { Page } from '#lib/contract/service/reading.ts';
import { hasPictures } from '#lib/document/geometry/has-pictures.ts';
import { useReview } from '../../session/review-context.ts';
import type { Mark } from './list-marks.ts';
import { PageMark } from './page-mark.tsx';
import type { Turn } from './page-turn.ts';
import { usePagePicking } from './use-page-picking.ts';
import { rememberPageWidth } from './usual-page-width.ts';

const PageLinks = lazyWithPrefetch(async () => (await import('./page-links.tsx')).PageLinks);
const SharpTiles = lazyWithPrefetch(async () => (await import('./sharp-tiles.tsx')).SharpTiles);
const LaidOutPage = lazyWithPrefetch(async () => (await import('#components/shared/pages/laid-out-page.tsx')).LaidOutPage);

/** A place that was searched for. */
export type FoundPlace = { boxes: readonly Box[]; isCurrent: boolean };

type PageViewProps = {
  number: number;
  /** Undefined while on its way; the picture comes on its own. */
  page: Page | undefined;
  /** Width in CSS pixels as it is seen, after turning. */
  width: number;
  /** Height over width as it is seen. */
  aspect: number;
  turn: Turn;
  /** False while it flies by: paper without a picture. */
  isDrawn: boolean;
  marks: readonly Mark[];
  found: readonly FoundPlace[];
  /** Goes to another page. */
  onPage: (page: number) => void;
};

/**
 * One page as it looks, with a mark where each value stands. A mark focuses its field; text is taken from it with the mouse
 * (see `usePagePicking`).
 */
export function PageView({ number, page, width, aspect, turn, isDrawn, marks, found, onPage }: PageViewProps) {
  const review = useReview();
  const frame = useRef<HTMLDivElement>(null);
  const { handlers, canPick, dragged, drawn, hovered, recognising } = usePagePicking(frame, page, turn);
  const height = width * aspect;
  const isSideways = turn === 90 || turn === 270;
  const [ownWidth, ownHeight] = isSideways ? [height, width] : [width, height];
  const picture = useMemo(() => pagePicture(review.documentId, number, ownWidth), [review.documentId, number, ownWidth]);
  // Pictures of these are asked for before the page's words are here; other formats may have none.
  const hasPicture = page ? page.display === 'image' : hasPictures(review.detail.document.media_type);
  useEffect(() => {
    if (number === 1 && hasPicture) rememberPageWidth(ownWidth);
  }, [number, hasPicture, ownWidth]);
  const hoveredWord = hovered === null ? undefined : page?.words[hovered];

  return (
    // biome-ignore lint/a11y/useSemanticElements: a page is no set of form fields
    <div
      ref={frame}
      role="group"
      aria-label={`Page ${number}${page?.name ? `, ${page.name}` : ''}${page?.hidden ? ', hidden sheet' : ''}`}
      {...handlers}
      className={classNames(
        'relative bg-paper text-paper-ink shadow-sm',
        canPick && (hoveredWord ? 'cursor-copy' : page?.display === 'image' && 'cursor-crosshair'),
      )}
      style={{ width, height }}
    >
      <div
        className={turn === 0 ? 'absolute inset-0' : 'absolute top-1/2 left-1/2'}
        style={turn === 0 ? undefined : { width: ownWidth, height: ownHeight, transform: `translate(-50%, -50%) rotate(${turn}deg)` }}
      >
        {page && !hasPicture ? <LaidOutPage documentId={review.documentId} page={page} width={width} /> : null}
        {hasPicture && isDrawn ? (
          <DrawnPage key={`${review.documentId} ${number}`} src={picture} width={ownWidth} height={ownHeight} page={page} />
        ) : null}
        {hasPicture && isDrawn && isBlownUp(ownWidth) ? (
          <SharpTiles documentId={review.documentId} page={number} width={ownWidth} height={ownHeight} />
        ) : null}
        <FoundPlaces found={found} />
        <WordsAtHand page={page} dragged={dragged} hovered={hovered} />
        {review.previewed?.page === number && review.previewed.box ? (
          <div
            aria-hidden
            className="pointer-events-none absolute z-10 border-2 border-accent bg-accent/20"
            style={place(review.previewed.box)}
          />
        ) : null}
        {marks.map((mark) => (
          <PageMark key={`${mark.pointer} ${mark.box.join()}`} mark={mark} />
        ))}
        {page && page.links.length > 0 ? <PageLinks page={page} onPage={onPage} /> : null}
        <DrawnBoxes drawn={drawn} recognising={recognising} turn={turn} />
      </div>
    </div>
  );
}

function FoundPlaces({ found }: { found: readonly FoundPlace[] }) {
  return found.flatMap(({ boxes, isCurrent }) =>
    boxes.map((box) => (
      <div
        key={box.join()}
        aria-hidden
        data-found={isCurrent ? 'current' : ''}
        className={classNames('pointer-events-none absolute', isCurrent ? 'z-10 bg-accent/25 ring-2 ring-accent-fill' : 'bg-accent/20')}
        style={place(box, 1)}
      />
    )),
  );
}

type WordsAtHandProps = { page: Page | undefined; dragged: readonly number[]; hovered: number | null };

/** The words that a drag covers, and the one under the mouse. */
function WordsAtHand({ page, dragged, hovered }: WordsAtHandProps) {
  const hoveredWord = hovered === null ? undefined : page?.words[hovered];
  return (
    <>
      {dragged.map((index) => {
        const word = page?.words[index];
        return word ? (
          <div key={index} aria-hidden className="pointer-events-none absolute z-10 bg-accent/25" style={place(word.box, 1)} />
        ) : null;
      })}
      {hoveredWord ? <div aria-hidden className="pointer-events-none absolute bg-evidence/25" style={place(hoveredWord.box, 1)} /> : null}
    </>
  );
}

/** The box that is being drawn, and the one whose text is being recognised. */
function DrawnBoxes({ drawn, recognising, turn }: { drawn: Box | null; recognising: Box | null; turn: Turn }) {
  return (
    <>
      {drawn ? <DrawnBox box={drawn} /> : null}
      {recognising ? (
        <div
          role="status"
          className="pointer-events-none absolute z-20 flex items-center justify-center border-2 border-accent-fill bg-accent/10"
          style={place(recognising, 0)}
        >
          <span
            className="flex items-center gap-1.5 whitespace-nowrap rounded-md border border-line bg-raised px-2 py-0.5 text-ink text-xs shadow-md"
            style={{ transform: `rotate(${-turn}deg)` }}
          >
            <Spinner size={12} />
            Recognising …
          </span>
        </div>
      ) : null}
    </>
  );
}
