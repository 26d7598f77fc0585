import type { ReactNode } from 'react';
import { ReviewProvider } from '#components/review/session/review-context.ts';
import { useActionOutbox } from '#components/review/session/use-action-outbox.ts';
import { useReviewAtHand } from '#components/review/session/use-review-at-hand.ts';
import { useReviewKeys } from '#components/review/session/use-review-keys.ts';
import { useUndo } from '#components/review/session/use-undo.ts';
import type { DeskDocumentDetail } from '#lib/contract/desk/desk-document.ts';
import { PERSON } from './stand-in-document.ts';

type ReviewFrameProps = {
  detail: DeskDocumentDetail;
  /** False as for a person who may only look. */
  canEdit?: boolean;
  children: ReactNode;
};

/** The review of a document around some of its parts: what is done is kept, saved and undone as on the whole screen. */
export function ReviewFrame({ detail, canEdit = true, children }: ReviewFrameProps) {
  const { state, outbox } = useActionOutbox(detail, PERSON);
  const history = useUndo(`${PERSON.id}.${detail.document.id}`, detail.schema, outbox);
  const review = useReviewAtHand({ detail: state.detail, outbox, canEdit, act: history.act });
  useReviewKeys({ review, approve: () => undefined, history });
  return (
    <ReviewProvider value={review}>
      {children}
      <p role="note" aria-label="Saving">
        {state.status}
      </p>
      <button type="button" id="approve">
        Approve
      </button>
    </ReviewProvider>
  );
}
