'use client';

import { createContext, useContext } from 'react';
import type { DeskDocumentDetail } from '#lib/contract/desk-document.ts';
import type { Evidence } from '#lib/contract/extraction.ts';
import type { ActionDraft, Flag } from '#lib/contract/review.ts';

/** What the parts of the review screen share. Pointers are JSON Pointers of values. */
export type Review = {
  documentId: string;
  detail: DeskDocumentDetail;
  /** The value whose input has the focus, or had it last. */
  focused: string | null;
  /** The value whose evidence or row the mouse is over. */
  hovered: string | null;
  flagsOf(pointer: string): Flag[];
  /** False when the document is approved or rejected, or the person may only look. */
  canEdit: boolean;
  /** True while the document has the value, in the row of that key when one is given; also before React has drawn it. */
  holds(pointer: string, rowKey: string | undefined): boolean;
  act(...drafts: ActionDraft[]): void;
  focus(pointer: string): void;
  noteFocus(pointer: string): void;
  hover(pointer: string | null): void;
  /** Shows a place on the page that is only considered; null takes it away. */
  preview(evidence: Evidence | null): void;
  /** The place considered now. */
  previewed: Evidence | null;
  /** Accepts the value as it stands and goes to the next one with a flag; after the last it approves. */
  accept(pointer: string): void;
  /** Words were picked on the page for the focused value. */
  pick(evidence: Evidence): void;
};

const ReviewContext = createContext<Review | null>(null);
export const ReviewProvider = ReviewContext.Provider;

/** The review at hand. Throws outside a review screen. */
export function useReview(): Review {
  const review = useContext(ReviewContext);
  if (!review) throw new Error('useReview is used outside a review screen.');
  return review;
}
