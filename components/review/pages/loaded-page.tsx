'use client';

import { memo, useEffect, useLayoutEffect, useState } from 'react';
import type { Page } from '#lib/contract/service/reading.ts';
import { useReview } from '../session/review-context.ts';
import type { Mark } from './drawing/list-marks.ts';
import type { Turn } from './drawing/page-turn.ts';
import { type FoundPlace, PageView } from './drawing/page-view.tsx';
import { SheetFrame } from './drawing/sheet-frame.tsx';
import { usePage } from './drawing/use-pages.ts';

/** A page that is in view for less is not drawn. */
const FLYING_MS = 120;

type LoadedPageProps = {
  number: number;
  width: number;
  aspect: number;
  available: number;
  turn: Turn;
  recordShape: (number: number, page: Page) => void;
  isFlying: () => boolean;
  onPage: (page: number) => void;
  marks: readonly Mark[];
  found: readonly FoundPlace[];
};

/** A page of the document with its words, once they are there; until then, and while it only flies by, an empty page. */
export const LoadedPage = memo(function LoadedPage(props: LoadedPageProps) {
  const { number, width, aspect, available, turn, recordShape, isFlying, onPage, marks, found } = props;
  const { documentId } = useReview();
  // A page that only flies by is paper; neither its words nor its picture are asked for.
  const [isDrawn, setDrawn] = useState(() => !isFlying());
  useEffect(() => {
    if (isDrawn) return;
    const timer = setTimeout(() => setDrawn(true), FLYING_MS);
    return () => clearTimeout(timer);
  }, [isDrawn]);
  const page = usePage(documentId, number, isDrawn);
  useLayoutEffect(() => {
    if (page) recordShape(number, page);
  }, [page, number, recordShape]);
  const view = <PageView {...{ number, page, width, aspect, turn, isDrawn, marks, found, onPage }} />;
  // Letters and numbers of a turned sheet would name the wrong cells.
  if (!page?.grid || turn !== 0) return view;
  return (
    <SheetFrame page={{ ...page, grid: page.grid }} width={width} height={width * aspect} available={available} marks={marks}>
      {view}
    </SheetFrame>
  );
});
