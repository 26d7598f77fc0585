'use client';

import { type MouseEvent, type RefObject, useRef, useState } from 'react';
import { isSlip, span, wordAt } from '#components/shared/pages/pick-words.ts';
import type { Page } from '#lib/contract/service/reading.ts';
import { clampBox } from '#lib/document/geometry/box.ts';
import { useReview } from '../../session/review-context.ts';
import { pointOnPage, type Turn } from './page-turn.ts';
import { useTakenText } from './use-taken-text.ts';

/** What the mouse draws: from word to word, or a box from corner to corner. */
type Stroke = { kind: 'words'; from: number; to: number } | { kind: 'box'; start: [number, number]; end: [number, number]; anew: boolean };

/** Where on the page, as it lies unturned, the mouse is. */
function pointOf(event: MouseEvent, frame: HTMLElement | null, turn: Turn): [number, number] | null {
  const bounds = frame?.getBoundingClientRect();
  if (!bounds) return null;
  return pointOnPage((event.clientX - bounds.left) / bounds.width, (event.clientY - bounds.top) / bounds.height, turn);
}

/**
 * Takes text of a page for the focused value with the mouse: a click takes a word; dragging from a word, or Shift and a second
 * click, takes all up to the last; a box drawn from an empty place takes the words in it, and where there are none reads them
 * from the picture. With Alt or Ctrl held, a drag always draws a box and reads it anew.
 */
export function usePagePicking(frame: RefObject<HTMLElement | null>, page: Page | undefined, turn: Turn) {
  const review = useReview();
  const { take, takeBox, startOf, recognising } = useTakenText(page);
  const [stroke, setStroke] = useState<Stroke | null>(null);
  /** The click that a drag ends with means nothing of its own. */
  const isDragEnd = useRef(false);
  /** The last click took a word from the focused value's own mark. */
  const isOwnTaken = useRef(false);
  const [under, setUnder] = useState<number | null>(null);
  const canPick = review.canEdit && review.focused !== null && page !== undefined;

  const find = (event: MouseEvent) => pointOf(event, frame.current, turn);
  const onMouseDown = (event: MouseEvent) => {
    isDragEnd.current = false;
    if (event.detail < 2) isOwnTaken.current = false;
    if (!canPick || event.button !== 0) return;
    // The field keeps the focus.
    event.preventDefault();
    if (event.detail > 1) return;
    const point = find(event);
    if (!point || event.shiftKey) return;
    const anew = event.altKey || event.ctrlKey || event.metaKey;
    const word = anew ? null : wordAt(page, point);
    setStroke(word === null ? { kind: 'box', start: point, end: point, anew } : { kind: 'words', from: word, to: word });
  };
  const onMouseMove = (event: MouseEvent) => {
    const point = canPick ? find(event) : null;
    if (!point) return;
    const word = wordAt(page!, point);
    setUnder(word);
    if (!stroke) return;
    if (event.buttons === 0) setStroke(null);
    else if (stroke.kind === 'box') setStroke({ ...stroke, end: point });
    else if (word !== null && word !== stroke.to) setStroke({ ...stroke, to: word });
  };
  const onMouseUp = (event: MouseEvent) => {
    setStroke(null);
    const point = find(event);
    if (!stroke || !point || !page) return;
    if (stroke.kind === 'box') {
      const box = clampBox([...stroke.start, ...point]);
      isDragEnd.current = !isSlip(box);
      return takeBox(box, stroke.anew);
    }
    const to = wordAt(page, point) ?? stroke.to;
    if (stroke.from === to) return;
    isDragEnd.current = true;
    take(stroke.from, to);
  };
  const onClickCapture = (event: MouseEvent) => {
    if (!isDragEnd.current) return;
    isDragEnd.current = false;
    event.stopPropagation();
  };
  const onClick = (event: MouseEvent) => {
    // The page may have moved under the second click of a double click. On a mark it meant the value, not a word of it.
    if (event.detail > 1) {
      if (isOwnTaken.current) review.unpick();
      isOwnTaken.current = false;
      return;
    }
    const point = find(event);
    const word = page && point ? wordAt(page, point) : null;
    if (word === null || !canPick) return;
    const first = event.shiftKey ? startOf(word) : word;
    const mark = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-mark]') : null;
    isOwnTaken.current = mark?.dataset.mark === review.focused;
    take(first, word);
  };
  return {
    handlers: { onMouseDown, onMouseMove, onMouseUp, onClickCapture, onClick, onMouseLeave: () => setUnder(null) },
    canPick,
    /** Words the drag covers. */
    dragged: stroke?.kind === 'words' && stroke.from !== stroke.to ? span(stroke.from, stroke.to) : [],
    drawn: stroke?.kind === 'box' ? clampBox([...stroke.start, ...stroke.end]) : null,
    hovered: stroke ? null : under,
    recognising,
  };
}
