'use client';

import { useQuery } from '@tanstack/react-query';
import { type PointerEvent, type RefObject, useEffect, useRef, useState } from 'react';
import { DrawnBox } from '#components/shared/pages/drawn-box.tsx';
import { DrawnPage } from '#components/shared/pages/drawn-page.tsx';
import { LaidOutPage } from '#components/shared/pages/laid-out-page.tsx';
import { pagePicture } from '#components/shared/pages/page-picture.ts';
import { place } from '#components/shared/pages/page-place.ts';
import { isSlip, wordAt } from '#components/shared/pages/pick-words.ts';
import { SCROLLER } from '#components/shared/pages/use-visible-band.ts';
import { classNames } from '#components/ui/class-names.ts';
import { useSize } from '#components/ui/use-size.ts';
import { pagesQuery } from '#lib/client/documents/pages.ts';
import type { DeskDocument } from '#lib/contract/desk/desk-document.ts';
import type { Box } from '#lib/contract/service/box.ts';
import type { Page } from '#lib/contract/service/reading.ts';
import { containsCentre } from '#lib/document/geometry/box.ts';
import { hasPictures } from '#lib/document/geometry/has-pictures.ts';
import type { SamplePlace } from './sample-values.ts';

/** Height over width of a page that is not known yet: A4. */
const USUAL_ASPECT = Math.SQRT2;

type SamplePageProps = {
  document: DeskDocument;
  number: number;
  places: readonly SamplePlace[];
  selectedKey: string | null;
  onSelect: (key: string) => void;
  /** Words were marked on the page: indices into its words, in reading order. */
  onMark: (page: Page, words: number[]) => void;
};

/** A page of the sample, as wide as there is room, with the values’ places; words are marked by a click or a drawn box. */
export function SamplePage({ document, number, places, selectedKey, onSelect, onMark }: SamplePageProps) {
  const scroller = useRef<HTMLElement>(null);
  const { width } = useSize(scroller);
  const pages = useQuery(pagesQuery(document.id, number, document.pages_read));
  const page = pages.data?.pages.find((candidate) => candidate.number === number);
  const height = width * (page ? page.height / page.width : USUAL_ASPECT);
  const hasPicture = page ? page.display === 'image' : hasPictures(document.media_type);
  const { handlers, drawn, marked } = useMarking(page, onMark);
  useSelectedInView(scroller, { selectedKey, isDrawn: width > 0 && places.some(({ key }) => key === selectedKey) });
  return (
    <section
      ref={scroller}
      {...{ [SCROLLER]: '' }}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard
      tabIndex={0}
      aria-label={`Page ${number} of ${document.name}`}
      className="relative min-h-0 flex-1 overflow-auto bg-canvas"
    >
      <div {...handlers} className="relative cursor-crosshair touch-pan-y select-none bg-paper text-paper-ink" style={{ width, height }}>
        {page && !hasPicture ? <LaidOutPage documentId={document.id} page={page} width={width} /> : null}
        {hasPicture && width > 0 ? (
          <DrawnPage
            key={`${document.id} ${number}`}
            src={pagePicture(document.id, number, width)}
            width={width}
            height={height}
            page={page}
          />
        ) : null}
        {places.map(({ key, box, text }, at) => (
          <button
            // biome-ignore lint/suspicious/noArrayIndexKey: two cells may be read from one place
            key={`${key} ${box.join()} ${at}`}
            type="button"
            tabIndex={-1}
            aria-label={`Go to the field of “${text}”`}
            data-place={key}
            onClick={() => onSelect(key)}
            className={classNames(
              'absolute rounded-[2px] border',
              key === selectedKey ? 'z-10 border-2 border-evidence-focus bg-evidence-focus/12' : 'border-evidence/60 bg-evidence/8',
            )}
            style={place(box)}
          />
        ))}
        {marked.map((box) => (
          <div key={box.join()} aria-hidden className="pointer-events-none absolute z-10 bg-accent/25" style={place(box, 1)} />
        ))}
        {drawn ? <DrawnBox box={drawn} /> : null}
      </div>
    </section>
  );
}

/** Scrolls to the place of the field that was chosen, if it is out of view. What lies around the page stays where it is. */
function useSelectedInView(
  scroller: RefObject<HTMLElement | null>,
  { selectedKey, isDrawn }: { selectedKey: string | null; isDrawn: boolean },
) {
  useEffect(() => {
    const frame = scroller.current;
    if (!isDrawn || !frame || selectedKey === null) return;
    const mark = frame.querySelector<HTMLElement>(`[data-place="${CSS.escape(selectedKey)}"]`);
    if (!mark) return;
    const [top, bottom] = [mark.offsetTop - frame.scrollTop, mark.offsetTop + mark.offsetHeight - frame.scrollTop];
    if (top < 0 || bottom > frame.clientHeight) frame.scrollTo({ top: mark.offsetTop - frame.clientHeight / 3 });
  }, [scroller, isDrawn, selectedKey]);
}

/** Drawing a box over words of a page, or clicking on one. */
function useMarking(page: Page | undefined, onMark: SamplePageProps['onMark']) {
  const start = useRef<[number, number] | null>(null);
  const [drawn, setDrawn] = useState<Box | null>(null);
  const pointOf = (event: PointerEvent<HTMLElement>): [number, number] => {
    const { left, top, width, height } = event.currentTarget.getBoundingClientRect();
    return [(event.clientX - left) / width, (event.clientY - top) / height];
  };
  const boxTo = ([x, y]: [number, number]): Box => {
    const [fromX, fromY] = start.current ?? [x, y];
    return [Math.min(fromX, x), Math.min(fromY, y), Math.max(fromX, x), Math.max(fromY, y)];
  };
  const isSeen = (word: number | null): word is number => word !== null && !page?.words[word]?.hidden;
  const wordsIn = (box: Box) => (page?.words ?? []).flatMap((word, at) => (isSeen(at) && containsCentre(box, word.box) ? [at] : []));
  const end = () => {
    start.current = null;
    setDrawn(null);
  };
  const handlers = {
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      // a place leads to its field
      if (event.button !== 0 || (event.target as Element).closest('[data-place]')) return;
      start.current = pointOf(event);
      event.currentTarget.setPointerCapture(event.pointerId);
    },
    onPointerMove: (event: PointerEvent<HTMLElement>) => {
      if (event.buttons === 0) end();
      else if (start.current) setDrawn(boxTo(pointOf(event)));
    },
    onPointerUp: (event: PointerEvent<HTMLElement>) => {
      const isDrawing = start.current !== null;
      const point = pointOf(event);
      const box = boxTo(point);
      end();
      if (!isDrawing || !page) return;
      const words = isSlip(box) ? [wordAt(page, point)].filter(isSeen) : wordsIn(box);
      if (words.length > 0) onMark(page, words);
    },
    onPointerCancel: end,
  };
  return { handlers, drawn, marked: drawn ? wordsIn(drawn).map((word) => page!.words[word]!.box) : [] };
}
