'use client';

import { type DragEvent, useState } from 'react';
import { moveDocument, movePages, moveStartTo, type SplitPlan } from '#lib/document/splitting/split-plan.ts';
import type { DropSide } from './page-cell.tsx';

type Dragged = { kind: 'pages'; numbers: ReadonlySet<number> } | { kind: 'boundary' | 'document'; start: number };
type Target = { page: number; side: DropSide } | { document: number };

/** Dragging pages, boundaries and whole documents with the mouse; the keys do the same. */
export function useSplitDrag(change: (step: (plan: SplitPlan) => SplitPlan) => void) {
  const [dragged, setDragged] = useState<Dragged | null>(null);
  const [target, setTarget] = useState<Target | null>(null);

  const begin = (what: Dragged | null, event: DragEvent) => {
    event.stopPropagation();
    setDragged(what);
    setTarget(null);
    if (!what) return;
    event.dataTransfer.effectAllowed = 'move';
    // some browsers drag nothing without data
    event.dataTransfer.setData('text/plain', '');
  };
  const accept = (event: DragEvent, over: Target) => {
    event.preventDefault();
    event.stopPropagation();
    setTarget((now) => (JSON.stringify(now) === JSON.stringify(over) ? now : over));
  };
  const end = (event: DragEvent, step: (plan: SplitPlan) => SplitPlan) => {
    event.preventDefault();
    event.stopPropagation();
    setDragged(null);
    setTarget(null);
    change(step);
  };
  const sideOf = (event: DragEvent): DropSide => {
    const { left, width } = event.currentTarget.getBoundingClientRect();
    return event.clientX < left + width / 2 ? 'before' : 'after';
  };

  return {
    dropSideOf: (page: number): DropSide | null => (target && 'page' in target && target.page === page ? target.side : null),
    isTarget: (document: number) => target !== null && 'document' in target && target.document === document,
    dragPages: (numbers: ReadonlySet<number> | null, event: DragEvent) => begin(numbers && { kind: 'pages', numbers }, event),
    dragDocument: (start: number | null, event: DragEvent) => begin(start === null ? null : { kind: 'document', start }, event),
    dragBoundary: (start: number | null, event: DragEvent) => begin(start === null ? null : { kind: 'boundary', start }, event),
    overPage: (page: number, event: DragEvent) => {
      if (dragged?.kind === 'pages') accept(event, { page, side: sideOf(event) });
      else if (dragged?.kind === 'boundary') accept(event, { page, side: 'before' });
    },
    onPage: (page: number, event: DragEvent) => {
      if (dragged?.kind === 'pages') {
        const side = sideOf(event);
        end(event, (plan) => movePages(plan, dragged.numbers, page, side));
      } else if (dragged?.kind === 'boundary') end(event, (plan) => moveStartTo(plan, dragged.start, page));
    },
    overDocument: (start: number, event: DragEvent) => {
      if (dragged?.kind === 'document') accept(event, { document: start });
    },
    onDocument: (start: number, event: DragEvent) => {
      if (dragged?.kind === 'document') end(event, (plan) => moveDocument(plan, dragged.start, start));
    },
  };
}
