'use client';

import { useState } from 'react';
import type { Turn } from './drawing/page-turn.ts';

const ZOOMS = [0.5, 0.67, 0.8, 1, 1.25, 1.5, 2, 3, 4] as const;
const KEY = 'countersign.review.pages';
/** `zoom` counts while `fit` is null: 1 = as wide as the pane. */
type Kept = {
  fit: 'width' | 'page' | null;
  zoom: number;
  thumbnails: boolean;
  /** The places of all values are marked, not only of those with a flag and of the one in focus. */
  places: boolean;
  /** The place in focus is shown enlarged. */
  loupe: boolean;
};
const USUAL: Kept = { fit: 'width', zoom: 1, thumbnails: false, places: false, loupe: true };

function readKept(): Kept {
  try {
    const { fit, zoom, thumbnails, places, loupe } = JSON.parse(localStorage.getItem(KEY) ?? '{}') as Partial<Record<keyof Kept, unknown>>;
    return {
      fit: fit === 'width' || fit === 'page' || fit === null ? fit : USUAL.fit,
      zoom: typeof zoom === 'number' && zoom >= 0.1 && zoom <= 8 ? zoom : USUAL.zoom,
      thumbnails: thumbnails === true,
      places: places === true,
      loupe: loupe !== false,
    };
  } catch {
    return USUAL;
  }
}

/** How the pages are looked at. Size, thumbnails, places and loupe are kept for the next document, turn and text are not. */
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
    togglePlaces: () => keep({ places: !kept.places }),
    toggleLoupe: () => keep({ loupe: !kept.loupe }),
    toggleText: () => setText((now) => !now),
  };
}
export type PageSettings = ReturnType<typeof usePageSettings>;
