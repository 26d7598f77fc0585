'use client';

import { type MouseEvent, type RefObject, useRef, useState } from 'react';
import { showToast } from '#components/ui/layers/toast.tsx';
import { recognisePart } from '#lib/client/documents/page-search.ts';
import { errorMessage } from '#lib/client/http/error-message.ts';
import type { Box } from '#lib/contract/service/box.ts';
import type { Evidence } from '#lib/contract/service/extraction.ts';
import type { Page } from '#lib/contract/service/reading.ts';
import { clampBox, containsCentre, unionAll } from '#lib/document/geometry/box.ts';
import { useReview } from '../../session/review-context.ts';
import { copyTaken } from './copy-taken.ts';
import { pointOnPage, type Turn } from './page-turn.ts';

/** A box drawn with less than this, as a share of the page, is a slip of the hand. */
const LEAST_SIDE = 0.004;

function wordAt(page: Page, [x, y]: [number, number]): number | null {
  const index = page.words.findIndex(({ box: [left, top, right, bottom] }) => x >= left && x <= right && y >= top && y <= bottom);
  return index < 0 ? null : index;
}

function evidenceOf(page: Page, indices: readonly number[]): Evidence {
  const words = indices.map((index) => page.words[index]!);
  return {
    page: page.number,
    box: unionAll(words.map((word) => word.box)),
    text: words.map((word) => word.text).join(' '),
    words: [...indices],
  };
}

function span(from: number, to: number): number[] {
  const [start, end] = from <= to ? [from, to] : [to, from];
  return Array.from({ length: end - start + 1 }, (_, offset) => start + offset);
}

/** What the mouse draws: from word to word, or a box from corner to corner. */
type Stroke = { kind: 'words'; from: number; to: number } | { kind: 'box'; start: [number, number]; end: [number, number]; anew: boolean };

/**
 * Takes text of a page for the focused value with the mouse: a click takes a word; dragging from a word, or Shift and a second
 * click, takes all up to the last; a box drawn from an empty place takes the words in it, and where there are none reads them
 * from the picture. With Alt or Ctrl held, a drag always draws a box and reads it anew.
 */
export function usePagePicking(frame: RefObject<HTMLElement | null>, page: Page | undefined, turn: Turn) {
  const review = useReview();
  /** The word clicked last, and for which value: where a Shift click begins. */
  const anchor = useRef<{ pointer: string | null; word: number } | null>(null);
  const [stroke, setStroke] = useState<Stroke | null>(null);
  /** The click that a drag ends with means nothing of its own. */
  const isDragEnd = useRef(false);
  /** The last click took a word from the focused value's own mark. */
  const isOwnTaken = useRef(false);
  const [under, setUnder] = useState<number | null>(null);
  const [recognising, setRecognising] = useState<Box | null>(null);
  const canPick = review.canEdit && review.focused !== null && page !== undefined;

  const find = (event: MouseEvent): [number, number] | null => {
    const bounds = frame.current?.getBoundingClientRect();
    if (!bounds) return null;
    return pointOnPage((event.clientX - bounds.left) / bounds.width, (event.clientY - bounds.top) / bounds.height, turn);
  };
  const take = (from: number, to: number) => {
    if (!page) return;
    anchor.current = { pointer: review.focused, word: from };
    const evidence = evidenceOf(page, span(from, to));
    copyTaken(evidence.text);
    review.pick(evidence);
  };
  const recognise = async (box: Box) => {
    if (!page || recognising) return;
    setRecognising(box);
    try {
      const { words } = await recognisePart(review.documentId, page.number, box);
      const text = words.map((word) => word.text).join(' ');
      if (words.length === 0) showToast({ tone: 'info', title: 'No text was recognised there. Draw a larger box, or type the value.' });
      else review.pick({ page: page.number, box: unionAll(words.map((word) => word.box)), text });
    } catch (error) {
      showToast({ tone: 'bad', title: 'The text in this area could not be recognised', detail: errorMessage(error) });
    } finally {
      setRecognising(null);
    }
  };
  const takeBox = (box: Box, anew: boolean) => {
    if (!page || box[2] - box[0] < LEAST_SIDE || box[3] - box[1] < LEAST_SIDE) return;
    const inside = page.words.flatMap((word, index) => (!word.hidden && containsCentre(box, word.box) ? [index] : []));
    if (inside.length > 0 && !anew) review.pick(evidenceOf(page, inside));
    else if (page.display === 'image') void recognise(box);
  };

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
      isDragEnd.current = box[2] - box[0] >= LEAST_SIDE || box[3] - box[1] >= LEAST_SIDE;
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
    const first = event.shiftKey && anchor.current?.pointer === review.focused ? anchor.current.word : word;
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
