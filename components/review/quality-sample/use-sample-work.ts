'use client';

import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { SampleCheck } from '#lib/contract/desk/quality-sample.ts';
import { focusValue } from '../session/focus-value.ts';
import { focusWhenDrawn } from '../session/focus-when-drawn.ts';
import { listTargets } from '../session/list-targets.ts';
import type { Entry } from './lay-entries-over.ts';
import { lineId } from './sample-line.tsx';
import { afterCheck, findNextUnsaid, type SampleWork } from './sample-work.ts';

/** Id of the button that compares, and then saves. */
export const DONE_BUTTON = 'sample-done';

const NOTHING = { entries: new Map(), verdicts: new Map() };

/**
 * The values of a quality sample, cells of tables last, and what a person has done with them.
 * @param begun the desk's answer when the person began
 */
export function useSampleWork(begun: SampleCheck) {
  const [detail, setDetail] = useState(begun.detail);
  const targets = useMemo(() => {
    const all = listTargets(detail);
    return [...all.filter(({ row }) => row === null), ...all.filter(({ row }) => row !== null)];
  }, [detail]);
  const first = targets[0]?.pointer;
  useEffect(() => (first === undefined ? undefined : focusWhenDrawn(() => focusValue(first))), [first]);
  const [work, draw] = useState(() => afterCheck(begun, NOTHING));
  const latest = useRef(work);
  const change = useCallback((part: Partial<SampleWork>) => {
    latest.current = { ...latest.current, ...part };
    draw(latest.current);
  }, []);
  const take = useCallback(
    (checked: SampleCheck) => {
      setDetail(checked.detail);
      change(afterCheck(checked, latest.current));
    },
    [change],
  );
  /** Undefined takes back what was entered. */
  const enter = useCallback(
    (pointer: string, entry: Entry | undefined) => {
      if (latest.current.differs) return;
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
      const { differs } = latest.current;
      focusWhenDrawn(() => (!next ? focusAt(DONE_BUTTON) : differs ? focusAt(lineId(next.pointer)) : focusValue(next.pointer)));
    },
    [targets],
  );
  return {
    detail,
    targets,
    work,
    /** The work as the last key left it, also before React has drawn that. */
    present: useCallback(() => latest.current, []),
    change,
    /** Goes on from an answer of the desk. */
    take,
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
