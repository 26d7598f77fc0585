'use client';

import { createContext, createElement, type ReactNode, useContext, useMemo } from 'react';
import type { DeskDocumentDetail } from '#lib/contract/desk/desk-document.ts';
import { isDecided } from '#lib/contract/desk/groups-of-states.ts';
import type { ActionDraft, Flag } from '#lib/contract/desk/review.ts';
import type { Evidence } from '#lib/contract/service/extraction.ts';

/** What can be done to the review's values; the same object while one works, so that a field is drawn only when it changes. */
export type ReviewActs = {
  documentId: string;
  /** Pages that are read by now. */
  pagesRead: number;
  /** False when the document is approved or rejected, or the person may only look. */
  canEdit: boolean;
  /** Somebody has approved or rejected the document: its values are shown as text. */
  isDecided: boolean;
  /** True while the document has the value; also before React has drawn it. */
  holds(pointer: string): boolean;
  act(...drafts: ActionDraft[]): void;
  focus(pointer: string): void;
  recordFocus(pointer: string): void;
  hover(pointer: string | null): void;
  /** Shows a place on the page that is only considered; null takes it away. */
  preview(evidence: Evidence | null): void;
  /** Accepts the value as it stands and goes to the next one with a flag; after the last it approves. */
  accept(pointer: string): void;
  /** Words were picked on the page for the focused value. */
  pick(evidence: Evidence): void;
  /** Takes the value back that was picked last, if it still stands there. */
  unpick(): void;
};

/** What the parts of the review screen share. Pointers are JSON Pointers of values. */
export type Review = Omit<ReviewActs, 'pagesRead' | 'isDecided'> & {
  detail: DeskDocumentDetail;
  /** The value whose input has the focus, or had it last. */
  focused: string | null;
  /** The value whose evidence or row the mouse is over. */
  hovered: string | null;
  flagsOf(pointer: string): Flag[];
  /** The place considered now. */
  previewed: Evidence | null;
};

const ReviewContext = createContext<Review | null>(null);
const ActsContext = createContext<ReviewActs | null>(null);

/** Gives the parts of a screen the review at hand. */
export function ReviewProvider({ value, children }: { value: Review; children: ReactNode }) {
  const { documentId, canEdit, holds, act, focus, recordFocus, hover, preview, accept, pick, unpick } = value;
  const { pages_read: pagesRead, state } = value.detail.document;
  const isOver = isDecided(state);
  const acts = useMemo(
    () => ({ documentId, pagesRead, canEdit, isDecided: isOver, holds, act, focus, recordFocus, hover, preview, accept, pick, unpick }),
    [documentId, pagesRead, canEdit, isOver, holds, act, focus, recordFocus, hover, preview, accept, pick, unpick],
  );
  return createElement(ReviewContext, { value }, createElement(ActsContext, { value: acts }, children));
}

/** The review at hand, also what changes with every key. Throws outside a review screen. */
export function useReview(): Review {
  return known(useContext(ReviewContext));
}

/** What can be done in the review at hand; does not change while one works. Throws outside a review screen. */
export function useReviewActs(): ReviewActs {
  return known(useContext(ActsContext));
}

function known<T>(review: T | null): T {
  if (review === null) throw new Error('A part of the review is used outside a review screen.');
  return review;
}
