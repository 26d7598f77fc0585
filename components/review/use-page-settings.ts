'use client';

import { useState } from 'react';
import { z } from 'zod';
import type { Turn } from './page-turn.ts';

const ZOOMS = [0.5, 0.67, 0.8, 1, 1.25, 1.5, 2, 3, 4] as const;
const KEY = 'countersign.review.pages';
/** `zoom` counts while `fit` is null: 1 = as wide as the pane. */
const keptSchema = z.object({
  fit: z.enum(['width', 'page']).nullable().default('width'),
  zoom: z.number().min(0.1).max(8).default(1),
  thumbnails: z.boolean().default(false),
});
type Kept = z.infer<typeof keptSchema>;

function readKept(): Kept {
  try {
    return keptSchema.parse(JSON.parse(localStorage.getItem(KEY) ?? '{}'));
  } catch {
    return keptSchema.parse({});
  }
}

/** How the pages are looked at. Size and thumbnails are kept for the next document, turn and text are not. */
export function usePageSettings() {
  const [kept, setKept] = useState(readKept);
  const [turn, setTurn] = useState<Turn>(0);
  const [isText, setText] = useState(false);
  const keep = (change: Partial<Kept>) => {
    const next = { ...kept, ...change };
    setKept(next);
    localStorage.setItem(KEY, JSON.stringify(next));
  };
  return {
    ...kept,
    turn,
    isText,
    /** @param shown the size in force now, as a multiple of the pane's width */
    step: (direction: 1 | -1, shown: number) => {
      const candidates = direction > 0 ? ZOOMS : ZOOMS.toReversed();
      const next = candidates.find((candidate) => (direction > 0 ? candidate > shown + 0.01 : candidate < shown - 0.01));
      if (next) keep({ fit: null, zoom: next });
    },
    fitTo: (fit: 'width' | 'page') => keep({ fit }),
    rotate: () => setTurn((now) => ((now + 90) % 360) as Turn),
    toggleThumbnails: () => keep({ thumbnails: !kept.thumbnails }),
    toggleText: () => setText((now) => !now),
  };
}
export type PageSettings = ReturnType<typeof usePageSettings>;
