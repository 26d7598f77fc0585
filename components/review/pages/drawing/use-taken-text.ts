'use client';

import { useRef, useState } from 'react';
import { evidenceOf, isSlip, span } from '#components/shared/pages/pick-words.ts';
import { showToast } from '#components/ui/layers/toast.tsx';
import { recognisePart } from '#lib/client/documents/page-search.ts';
import { errorMessage } from '#lib/client/http/error-message.ts';
import type { Box } from '#lib/contract/service/box.ts';
import type { Page } from '#lib/contract/service/reading.ts';
import { containsCentre, unionAll } from '#lib/document/geometry/box.ts';
import { useReview } from '../../session/review-context.ts';
import { copyTaken } from './copy-taken.ts';

/** Takes words, or what stands in a box, as the focused value. A box without words is read from the page's picture. */
export function useTakenText(page: Page | undefined) {
  const review = useReview();
  /** The word clicked last, and for which value: where a Shift click begins. */
  const anchor = useRef<{ pointer: string | null; word: number } | null>(null);
  const [recognising, setRecognising] = useState<Box | null>(null);
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
    if (!page || isSlip(box)) return;
    const inside = page.words.flatMap((word, index) => (!word.hidden && containsCentre(box, word.box) ? [index] : []));
    if (inside.length > 0 && !anew) review.pick(evidenceOf(page, inside));
    else if (page.display === 'image') void recognise(box);
  };
  /** Where a Shift click on a word begins. */
  const startOf = (word: number) => (anchor.current?.pointer === review.focused ? anchor.current.word : word);
  return { take, takeBox, startOf, recognising };
}
