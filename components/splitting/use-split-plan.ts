'use client';

import { useCallback, useEffect, useRef, useState } from 'react';
import type { SplitProposal } from '#lib/contract/desk/splitting.ts';
import { planFrom, type SplitPlan } from '#lib/document/splitting/split-plan.ts';
import { findKeptPlan, keepPlan, type PlanHistory } from './kept-plan.ts';

const MOST_STEPS = 500;

export type SplitWork = {
  plan: SplitPlan;
  /** Carries out a step; one that changes nothing is none. */
  change: (step: (plan: SplitPlan) => SplitPlan) => void;
  undo: () => void;
  redo: () => void;
  canUndo: boolean;
  canRedo: boolean;
  /** True when a person has changed anything. */
  isTouched: boolean;
  /** False when the browser cannot keep the work: a reload would lose it. */
  isKept: boolean;
  /** Begins anew from the proposal. */
  reset: () => void;
  /** Forgets what is kept, once it is carried out. */
  forget: () => void;
};

/** The plan a person works on: begun from the proposal, with undo and redo of every step, kept over a reload. */
export function useSplitPlan(personId: string, documentId: string, pageCount: number, segments: SplitProposal['segments']): SplitWork {
  const fresh = (): PlanHistory => ({ past: [], present: planFrom(pageCount, segments), future: [] });
  const [history, setHistory] = useState<PlanHistory>(() => findKeptPlan(personId, documentId, pageCount) ?? fresh());
  const [isKept, setKept] = useState(true);
  const isForgotten = useRef(false);
  const isTouched = history.past.length > 0 || history.future.length > 0;

  // a proposal that comes later is taken while nobody has worked on the plan
  const signature = segments.map(({ first_page, last_page, schema_id }) => `${first_page}-${last_page}-${schema_id}`).join();
  const taken = useRef(signature);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only another proposal counts
  useEffect(() => {
    if (taken.current === signature) return;
    taken.current = signature;
    setHistory((now) => (now.past.length > 0 || now.future.length > 0 ? now : fresh()));
  }, [signature]);

  useEffect(() => {
    if (isForgotten.current) return;
    setKept(keepPlan(personId, documentId, isTouched ? history : null));
  }, [history, isTouched, personId, documentId]);

  const change = useCallback((step: (plan: SplitPlan) => SplitPlan) => {
    setHistory((now) => {
      const present = step(now.present);
      return present === now.present ? now : { past: [...now.past.slice(-MOST_STEPS), now.present], present, future: [] };
    });
  }, []);
  const undo = useCallback(() => {
    setHistory((now) => {
      const before = now.past.at(-1);
      return before ? { past: now.past.slice(0, -1), present: before, future: [now.present, ...now.future] } : now;
    });
  }, []);
  const redo = useCallback(() => {
    setHistory((now) => {
      const [after, ...future] = now.future;
      return after ? { past: [...now.past, now.present], present: after, future } : now;
    });
  }, []);
  return {
    plan: history.present,
    change,
    undo,
    redo,
    canUndo: history.past.length > 0,
    canRedo: history.future.length > 0,
    isTouched,
    isKept,
    reset: () => change(() => fresh().present),
    forget: () => {
      isForgotten.current = true;
      keepPlan(personId, documentId, null);
    },
  };
}
