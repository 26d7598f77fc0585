'use client';

import { type MouseEvent, useMemo, useRef, useState } from 'react';
import { classNames } from '#components/ui/class-names.ts';
import type { Box } from '#lib/contract/box.ts';
import type { Evidence } from '#lib/contract/extraction.ts';
import type { Page } from '#lib/contract/reading.ts';
import { unionAll } from '#lib/document/box.ts';
import { LaidOutPage } from './laid-out-page.tsx';
import { pagePicture } from './page-picture.ts';
import { useReview } from './review-context.ts';

/** A value's place on this page. */
export type Mark = { pointer: string; box: Box; label: string; flagged: boolean };

type PageViewProps = {
  number: number;
  /** Undefined while on its way; the picture comes on its own. */
  page: Page | undefined;
  /** Width in CSS pixels. */
  width: number;
  /** Height over width. */
  aspect: number;
  marks: readonly Mark[];
};

const percent = (value: number) => `${value * 100}%`;

function place([left, top, right, bottom]: Box, margin = 0.0025) {
  return {
    left: percent(left - margin),
    top: percent(top - margin),
    width: percent(right - left + 2 * margin),
    height: percent(bottom - top + 2 * margin),
  };
}

function wordAt(page: Page, x: number, y: number): number | null {
  const index = page.words.findIndex(({ box: [left, top, right, bottom] }) => x >= left && x <= right && y >= top && y <= bottom);
  return index < 0 ? null : index;
}

function evidenceOf(page: Page, from: number, to: number): Evidence {
  const [start, end] = from <= to ? [from, to] : [to, from];
  const indices = Array.from({ length: end - start + 1 }, (_, offset) => start + offset);
  const words = indices.map((index) => page.words[index]!);
  return {
    page: page.number,
    box: unionAll(words.map((word) => word.box)),
    text: words.map((word) => word.text).join(' '),
    words: indices,
  };
}

/**
 * One page as it looks, with a mark where each value stands. A mark focuses its field. A click on a word takes the word
 * for the focused field; dragging over words, or Shift and a second click, takes all from the first to the last.
 */
export function PageView({ number, page, width, aspect, marks }: PageViewProps) {
  const review = useReview();
  const frame = useRef<HTMLDivElement>(null);
  /** The word clicked last, and for which value: where a Shift click begins. */
  const anchor = useRef<{ pointer: string | null; word: number } | null>(null);
  const [run, setRun] = useState<{ from: number; to: number } | null>(null);
  /** The click that a drag ends with means nothing of its own. */
  const isDragEnd = useRef(false);
  const [under, setUnder] = useState<number | null>(null);
  const picture = useMemo(() => pagePicture(review.documentId, number, width), [review.documentId, number, width]);
  // Pictures of these are asked for before the page's words are here; other formats may have none.
  const hasPicture = page ? page.display === 'image' : /^image\/|pdf$/.test(review.detail.document.media_type ?? '');
  const canPick = review.canEdit && review.focused !== null && page !== undefined;

  const find = (event: MouseEvent): number | null => {
    const bounds = frame.current?.getBoundingClientRect();
    if (!bounds || !page) return null;
    return wordAt(page, (event.clientX - bounds.left) / bounds.width, (event.clientY - bounds.top) / bounds.height);
  };
  const take = (from: number, to: number) => {
    if (!page) return;
    anchor.current = { pointer: review.focused, word: from };
    review.pick(evidenceOf(page, from, to));
  };
  const onMouseDown = (event: MouseEvent) => {
    isDragEnd.current = false;
    if (!canPick || event.button !== 0) return;
    // The field keeps the focus.
    event.preventDefault();
    const word = find(event);
    if (word !== null && !event.shiftKey) setRun({ from: word, to: word });
  };
  const onMouseMove = (event: MouseEvent) => {
    if (!canPick) return;
    const word = find(event);
    setUnder(word);
    if (!run) return;
    if (event.buttons === 0) setRun(null);
    else if (word !== null && word !== run.to) setRun({ ...run, to: word });
  };
  const onMouseUp = (event: MouseEvent) => {
    setRun(null);
    const to = find(event) ?? run?.to;
    if (!run || to === undefined || run.from === to) return;
    isDragEnd.current = true;
    take(run.from, to);
  };
  const onClickCapture = (event: MouseEvent) => {
    if (!isDragEnd.current) return;
    isDragEnd.current = false;
    event.stopPropagation();
  };
  const onClick = (event: MouseEvent) => {
    const word = find(event);
    if (word === null || !canPick) return;
    const first = event.shiftKey && anchor.current?.pointer === review.focused ? anchor.current.word : word;
    take(first, word);
  };
  const dragged = run && page && run.from !== run.to ? evidenceOf(page, run.from, run.to) : null;
  const hoveredWord = under === null ? undefined : page?.words[under];

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keyboard's way to the same is typing in the field
    // biome-ignore lint/a11y/useSemanticElements: a page is no set of form fields
    <div
      ref={frame}
      role="group"
      aria-label={`Page ${number}${page?.name ? `, ${page.name}` : ''}`}
      onClick={onClick}
      onClickCapture={onClickCapture}
      onMouseDown={onMouseDown}
      onMouseMove={onMouseMove}
      onMouseUp={onMouseUp}
      onMouseLeave={() => setUnder(null)}
      className={classNames('relative bg-paper text-paper-ink shadow-sm', canPick && hoveredWord && 'cursor-copy')}
      style={{ width, height: width * aspect }}
    >
      {page && !hasPicture ? <LaidOutPage page={page} width={width} /> : null}
      {hasPicture ? (
        // biome-ignore lint/performance/noImgElement: the picture's size is chosen here, and it stays behind the session
        <img
          src={picture}
          alt=""
          width={width}
          height={width * aspect}
          draggable={false}
          decoding="async"
          className="block size-full select-none"
        />
      ) : null}
      {dragged?.words?.map((index) => {
        const word = page?.words[index];
        return word ? (
          <div key={index} aria-hidden className="pointer-events-none absolute z-10 bg-accent/25" style={place(word.box, 0.001)} />
        ) : null;
      })}
      {hoveredWord && !dragged ? (
        <div aria-hidden className="pointer-events-none absolute bg-evidence/25" style={place(hoveredWord.box, 0.001)} />
      ) : null}
      {review.previewed?.page === number && review.previewed.box ? (
        <div
          aria-hidden
          className="pointer-events-none absolute z-10 border-2 border-accent bg-accent/20"
          style={place(review.previewed.box)}
        />
      ) : null}
      {marks.map((mark) => {
        const isFocused = mark.pointer === review.focused;
        const isHovered = mark.pointer === review.hovered;
        return (
          <button
            key={`${mark.pointer} ${mark.box.join()}`}
            type="button"
            tabIndex={-1}
            aria-label={`Go to ${mark.label}`}
            title={mark.label}
            data-mark={mark.pointer}
            onClick={(event) => {
              if (isFocused || event.shiftKey) return;
              event.stopPropagation();
              review.focus(mark.pointer);
            }}
            onPointerEnter={() => review.hover(mark.pointer)}
            onPointerLeave={() => review.hover(null)}
            className={classNames(
              'absolute rounded-[2px] border',
              isFocused
                ? 'z-10 border-2 border-evidence-focus bg-evidence-focus/12'
                : isHovered
                  ? 'border-evidence-focus bg-evidence-focus/10'
                  : mark.flagged
                    ? 'border-evidence border-dashed bg-evidence/12'
                    : 'border-evidence/45 bg-evidence/5',
            )}
            style={place(mark.box)}
          />
        );
      })}
    </div>
  );
}
