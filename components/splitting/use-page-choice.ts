'use client';

import { type MouseEvent, type RefObject, useCallback, useMemo, useState } from 'react';
import { placeOf, type SplitPlan } from '#lib/document/splitting/split-plan.ts';

export type Direction = 'left' | 'right' | 'up' | 'down' | 'first' | 'last';
export type PageChoice = {
  /** The page that has the focus. */
  focused: number;
  /** The pages that something is done to, the focused one among them. */
  chosen: ReadonlySet<number>;
  press: (number: number, event: Pick<MouseEvent, 'shiftKey' | 'metaKey' | 'ctrlKey'>) => void;
  go: (direction: Direction, extend: boolean) => void;
  goTo: (number: number) => void;
  choose: (numbers: readonly number[]) => void;
};

/** Which pages are chosen, and where the one focus is that the arrow keys move through all documents. */
export function usePageChoice(plan: SplitPlan, board: RefObject<HTMLElement | null>): PageChoice {
  const [focused, setFocused] = useState(plan[0]?.number ?? 1);
  const [anchor, setAnchor] = useState(focused);
  const [chosen, setChosen] = useState<ReadonlySet<number>>(() => new Set([focused]));

  const focus = useCallback(
    (number: number) => {
      setFocused(number);
      requestAnimationFrame(() => {
        const cell = board.current?.querySelector<HTMLElement>(`[data-page="${number}"]`);
        cell?.focus({ preventScroll: true });
        cell?.scrollIntoView({ block: 'nearest' });
      });
    },
    [board],
  );
  const goTo = useCallback(
    (number: number) => {
      setAnchor(number);
      setChosen(new Set([number]));
      focus(number);
    },
    [focus],
  );
  const extendTo = useCallback(
    (number: number) => {
      const [one, other] = [placeOf(plan, anchor), placeOf(plan, number)];
      const stretch = plan.slice(Math.min(one, other), Math.max(one, other) + 1);
      setChosen(new Set(stretch.map((page) => page.number)));
      focus(number);
    },
    [anchor, plan, focus],
  );

  return useMemo(
    () => ({
      focused,
      chosen,
      goTo,
      choose: (numbers) => setChosen(new Set(numbers)),
      press: (number, event) => {
        if (event.shiftKey) return extendTo(number);
        if (!event.metaKey && !event.ctrlKey) return goTo(number);
        const next = new Set(chosen);
        if (next.has(number) && next.size > 1) next.delete(number);
        else next.add(number);
        setChosen(next);
        setAnchor(number);
        focus(next.has(number) ? number : [...next][0]!);
      },
      go: (direction, extend) => {
        const next = neighbourOf(board.current, plan, focused, direction);
        if (next === null) return;
        if (extend) extendTo(next);
        else goTo(next);
      },
    }),
    [focused, chosen, goTo, extendTo, focus, board, plan],
  );
}

/** The page beside another; above and below by where they are drawn. */
function neighbourOf(board: HTMLElement | null, plan: SplitPlan, number: number, direction: Direction): number | null {
  const place = placeOf(plan, number);
  if (direction === 'first') return plan[0]?.number ?? null;
  if (direction === 'last') return plan.at(-1)?.number ?? null;
  if (direction === 'left' || direction === 'right') return plan[place + (direction === 'left' ? -1 : 1)]?.number ?? null;
  const cells = [...(board?.querySelectorAll<HTMLElement>('[data-page]') ?? [])].map((cell) => ({
    number: Number(cell.dataset.page),
    box: cell.getBoundingClientRect(),
  }));
  const here = cells.find((cell) => cell.number === number)?.box;
  if (!here) return null;
  const isBeyond = (box: DOMRect) => (direction === 'up' ? box.bottom <= here.top + 1 : box.top >= here.bottom - 1);
  const beyond = cells.filter(({ box }) => isBeyond(box));
  const line = direction === 'up' ? Math.max(...beyond.map(({ box }) => box.top)) : Math.min(...beyond.map(({ box }) => box.top));
  const inLine = beyond.filter(({ box }) => Math.abs(box.top - line) < 4);
  inLine.sort((a, b) => Math.abs(a.box.left - here.left) - Math.abs(b.box.left - here.left));
  return inLine[0]?.number ?? null;
}
