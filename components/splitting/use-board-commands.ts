'use client';

import type { RefObject } from 'react';
import {
  moveDocument,
  moveStart,
  type PlanDocument,
  shiftPages,
  toggleDropped,
  toggleStart,
  turnPages,
} from '#lib/document/splitting/split-plan.ts';
import type { usePageChoice } from './use-page-choice.ts';
import { useSplitKeys } from './use-split-keys.ts';
import type { useSplitPlan } from './use-split-plan.ts';

type BoardCommandsInput = {
  work: ReturnType<typeof useSplitPlan>;
  board: RefObject<HTMLElement | null>;
  choice: ReturnType<typeof usePageChoice>;
  documents: readonly PlanDocument[];
  /** Which of the documents has the focused page. */
  place: number;
  mayEdit: boolean;
  canAccept: boolean;
  send: () => void;
  togglePreview: () => void;
};

/** What keys do on the board; moving a document and setting a boundary are also done by buttons. */
export function useBoardCommands(input: BoardCommandsInput) {
  const { work, board, choice, documents, place, mayEdit, canAccept, send, togglePreview } = input;
  const { change } = work;
  const here = documents[place]!;
  const start = here.start.number;
  const goDocument = (by: 1 | -1) => {
    const next = documents[place + by];
    if (next) choice.goTo(next.start.number);
  };
  const moveHere = (from: number, by: 1 | -1) => {
    const index = documents.findIndex((one) => one.start.number === from);
    const target = documents[index + by];
    if (target) change((now) => moveDocument(now, from, target.start.number));
  };
  const toggle = () => change((now) => toggleStart(now, choice.focused));
  useSplitKeys(
    {
      go: choice.go,
      goDocument,
      chooseDocument: () => choice.choose(here.pages.map(({ number }) => number)),
      toggleStart: toggle,
      merge: () => place > 0 && change((now) => toggleStart(now, start)),
      moveStart: (by) => change((now) => moveStart(now, start, by)),
      shiftPages: (by) => change((now) => shiftPages(now, choice.chosen, by)),
      moveDocument: (by) => moveHere(start, by),
      turn: (by) => change((now) => turnPages(now, choice.chosen, by)),
      drop: () => change((now) => toggleDropped(now, choice.chosen)),
      preview: togglePreview,
      kind: () => board.current?.querySelector<HTMLElement>(`[data-kind-of="${start}"] button`)?.focus(),
      undo: work.undo,
      redo: work.redo,
      accept: send,
    },
    { mayEdit, canUndo: work.canUndo, canRedo: work.canRedo, canAccept },
  );
  return { moveHere, toggle };
}
