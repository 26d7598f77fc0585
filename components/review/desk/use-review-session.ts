'use client';

import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { keepRecent, recentDocument } from '#components/shared/recent-items.ts';
import { documentKeys } from '#lib/client/documents/documents.ts';
import { forgetRefusedApproval, useIsApproving } from '#lib/client/review/approvals.ts';
import type { DeskDocumentDetail } from '#lib/contract/desk/desk-document.ts';
import { hasRole } from '#lib/contract/desk/has-role.ts';
import type { User } from '#lib/contract/desk/user.ts';
import { findDraft } from '../session/find-draft.ts';
import { findNextStop } from '../session/list-stops.ts';
import { useActionOutbox } from '../session/use-action-outbox.ts';
import { useDocumentLock } from '../session/use-document-lock.ts';
import { useKeepFocus } from '../session/use-keep-focus.ts';
import { useOpeningFocus } from '../session/use-opening-focus.ts';
import { useReviewAtHand } from '../session/use-review-at-hand.ts';
import { useUndo } from '../session/use-undo.ts';

/** Asks before the tab is closed while something is typed that is not saved yet. */
function useLeaveWarning(): void {
  useEffect(() => {
    const warn = (event: BeforeUnloadEvent) => {
      if (findDraft()) event.preventDefault();
    };
    window.addEventListener('beforeunload', warn);
    return () => window.removeEventListener('beforeunload', warn);
  }, []);
}

/** One person's work on one document: the outbox of their actions, the lock, what they may do, undo, and where the focus is. */
export function useReviewSession(saved: DeskDocumentDetail, user: User) {
  const client = useQueryClient();
  const { state, outbox } = useActionOutbox(saved, user);
  const { detail } = state;
  const { id, name } = detail.document;
  useEffect(() => keepRecent(user.id, recentDocument(id, name)), [user.id, id, name]);
  const mayReview = hasRole(user.role, 'reviewer');
  const isReviewable = mayReview && detail.document.state === 'to_review' && detail.fields !== null;
  const { lock: held, takeOver } = useDocumentLock(detail.document, isReviewable, state.lock, outbox.recordLock);
  const isApproving = useIsApproving(id);
  const canEdit = isReviewable && held === null && !isApproving;
  // biome-ignore lint/correctness/useExhaustiveDependencies: also when it is refused while it is open again
  useEffect(() => forgetRefusedApproval(id), [id, isApproving]);
  const history = useUndo(`${user.id}.${id}`, detail.schema, outbox);
  const review = useReviewAtHand({ detail, outbox, canEdit, act: history.act });
  useLeaveWarning();
  const findFirst = () => findNextStop({ detail: outbox.present(), from: null });
  useOpeningFocus(canEdit, { findFirst, recordFocus: review.recordFocus });
  useKeepFocus();
  return {
    state,
    outbox,
    detail,
    mayReview,
    canEdit,
    /** The lock that somebody else, or another tab, holds; null without one. */
    held,
    takeOver: async () => {
      await takeOver();
      await client.invalidateQueries({ queryKey: documentKeys.detail(id) });
    },
    history,
    review,
  };
}

export type ReviewSession = ReturnType<typeof useReviewSession>;
