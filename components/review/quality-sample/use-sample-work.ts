'use client';

import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { DeskDocumentDetail } from '#lib/contract/desk/desk-document.ts';
import { focusValue } from '../session/focus-value.ts';
import { focusWhenDrawn } from '../session/focus-when-drawn.ts';
import { listTargets } from '../session/list-targets.ts';
import type { Entry } from './hide-values.ts';
import { lineId } from './sample-line.tsx';
import { findNextUnsaid, type SampleWork } from './sample-work.ts';

/** Id of the button that compares, and then saves. */
export const DONE_BUTTON = 'sample-done';

const NOTHING: SampleWork = { entries: new Map(), shown: new Set(), verdicts: new Map(), isCompared: false };

/** The values of a quality sample, cells of tables last, and what a person has done with them. */
export function useSampleWork(detail: DeskDocumentDetail) {
  const targets = useMemo(() => {
    const all = listTargets(detail);
    return [...all.filter(({ row }) => row === null), ...all.filter(({ row }) => row !== null)];
  }, [detail]);
  const first = targets[0]?.pointer;
  useEffect(() => (first === undefined ? undefined : focusWhenDrawn(() => focusValue(first))), [first]);
  const [work, draw] = useState(NOTHING);
  const latest = useRef(NOTHING);
  const change = useCallback((part: Partial<SampleWork>) => {
    latest.current = { ...latest.current, ...part };
    draw(latest.current);
  }, []);
  /** Undefined takes back what was entered. */
  const enter = useCallback(
    (pointer: string, entry: Entry | undefined) => {
      if (latest.current.isCompared) return;
      const entries = new Map(latest.current.entries);
      if (entry) entries.set(pointer, entry);
      else entries.delete(pointer);
      change({ entries });
    },
    [change],
  );
  /** Puts the focus on what is left after a value, or on the button. */
  const goOn = useCallback(
    (pointer: string) => {
      const next = findNextUnsaid(targets, latest.current, pointer);
      const { isCompared } = latest.current;
      focusWhenDrawn(() => (!next ? focusAt(DONE_BUTTON) : isCompared ? focusAt(lineId(next.pointer)) : focusValue(next.pointer)));
    },
    [targets],
  );
  return {
    targets,
    work,
    /** The work as the last key left it, also before React has drawn that. */
    present: useCallback(() => latest.current, []),
    change,
    enter,
    goOn,
  };
}

/** False while what has the id is not drawn, or is disabled. */
export function focusAt(id: string): boolean {
  const element = document.getElementById(id);
  element?.focus();
  return element !== null && document.activeElement === element;
}
