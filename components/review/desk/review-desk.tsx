'use client';

import { memo, useCallback, useState } from 'react';
import { hasSplitHint } from '#components/shared/splitting/has-split-hint.ts';
import { lazyWithPrefetch } from '#components/ui/lazy-with-prefetch.tsx';
import type { DeskDocumentDetail } from '#lib/contract/desk/desk-document.ts';
import type { User } from '#lib/contract/desk/user.ts';
import { labelOf } from '#lib/document/schemas/label-of.ts';
import { CommentsProvider, DocumentComments } from '../panels/comments.tsx';
import { decisionWords } from '../panels/decision-note.tsx';
import type { Side } from '../panels/side-column.tsx';
import { focusValue } from '../session/focus-value.ts';
import { hasJustNavigated } from '../session/navigate-document.ts';
import { ReviewProvider } from '../session/review-context.ts';
import { saveDrafts } from '../session/save-drafts.ts';
import { SAVE_LIMIT_MS, useDecision } from '../session/use-decision.ts';
import { useEffort } from '../session/use-effort.ts';
import { useReviewKeys } from '../session/use-review-keys.ts';
import { AssignmentButton, type AssignmentProps } from './header-buttons.tsx';
import type { OpenDialog } from './review-dialogs.tsx';
import { ReviewHeader } from './review-header.tsx';
import { ReviewNotices } from './review-notices.tsx';
import { ReviewPanes } from './review-panes.tsx';
import { useDocumentOutcomes } from './use-document-outcomes.ts';
import { useNextInWorklist } from './use-next-in-worklist.ts';
import { type ReviewSession, useReviewSession } from './use-review-session.ts';

const AssignmentMenu = lazyWithPrefetch<AssignmentProps>(
  async () => (await import('./assignment-menu.tsx')).AssignmentMenu,
  AssignmentButton,
);
const AttachmentStrip = lazyWithPrefetch(async () => (await import('../panels/attachment-strip.tsx')).AttachmentStrip);
const KindPanel = lazyWithPrefetch(async () => (await import('../panels/kind-panel.tsx')).KindPanel);
const RawResponsePanel = lazyWithPrefetch(async () => (await import('../panels/raw-response-panel.tsx')).RawResponsePanel);
const ReviewDialogs = lazyWithPrefetch(async () => (await import('./review-dialogs.tsx')).ReviewDialogs);
const SplitHint = lazyWithPrefetch(async () => (await import('#components/shared/splitting/split-hint.tsx')).SplitHint);
const SummaryPanel = lazyWithPrefetch(async () => (await import('../panels/summary-panel.tsx')).SummaryPanel);

type Panel = 'summary' | 'raw_response' | 'kind' | null;

/** A document to review: its pages beside its values, and all that is done with it. */
export const ReviewDesk = memo(function ReviewDesk({ detail: saved, user }: { detail: DeskDocumentDetail; user: User }) {
  const session = useReviewSession(saved, user);
  const { state, outbox, detail, mayReview, canEdit, history, review } = session;
  const { id } = detail.document;
  const [dialog, setDialog] = useState<OpenDialog>(null);
  const [panel, setPanel] = useState<Panel>(null);
  const [side, setSide] = useState<Side | null>(null);
  const showComments = useCallback(() => setSide('comments'), []);
  const { goOn, hasNext, progress } = useNextInWorklist(id, canEdit);
  const closeDialog = useCallback(() => setDialog(null), []);
  const { run, decide, isBusy } = useDecision({ detail, outbox, personId: user.id, line: { goOn, hasNext }, onDecided: closeDialog });
  const outcomes = useDocumentOutcomes({ detail, outbox, run, goOn, onDone: closeDialog });
  const areDraftsSaved = () => saveDrafts((pointer) => labelOf(detail.schema, pointer));
  const askApproval = (pointerType?: string) => {
    if (hasJustNavigated(pointerType) || !areDraftsSaved()) return;
    // What was typed last may have answered a flag, or raised one.
    if (outbox.present().flags.length > 0) setDialog('sign_off');
    else void decide(false);
  };
  useEffort(id, canEdit);
  useReviewKeys({ review, approve: () => askApproval(), history });
  const goToFlag = (pointer: string) => {
    closeDialog();
    // The closing dialog gives the focus back to where it was, a frame later.
    requestAnimationFrame(() => requestAnimationFrame(() => focusValue(pointer)));
  };
  const commands = {
    approve: askApproval,
    reject: () => areDraftsSaved() && setDialog('reject'),
    reopen: outcomes.reopen,
    extractAgain: () => setDialog('extract'),
    postpone: () => areDraftsSaved() && setDialog('postpone'),
    remove: () => setDialog('remove'),
    toggleHistory: () => setSide(side === 'history' ? null : 'history'),
    showSummary: () => setPanel('summary'),
    showRawResponse: () => setPanel('raw_response'),
    showKind: () => areDraftsSaved() && setPanel('kind'),
  };
  const tools = (
    <>
      <AssignmentMenu document={detail.document} personId={user.id} mayAssign={mayReview} />
      <DocumentComments count={detail.document.open_comments} />
    </>
  );
  return (
    <ReviewProvider value={review}>
      <CommentsProvider detail={detail} onOpen={showComments} focused={review.focused}>
        <div className="flex min-h-0 flex-1 flex-col">
          <ReviewHeader {...{ detail, canEdit, mayReview, progress, tools, commands }} saving={state} isApproving={isBusy} />
          {detail.document.parent || detail.attachments.length > 0 ? <AttachmentStrip detail={detail} /> : null}
          {hasSplitHint(detail.document) ? <SplitHint document={detail.document} mayEdit={mayReview} /> : null}
          <ReviewNotices
            {...{ state, outbox, mayReview, isBusy }}
            held={session.held}
            personId={user.id}
            onTakeOver={() => void run(session.takeOver)}
          />
          <ReviewPanes {...{ session, side }} onSide={setSide} onRawResponse={() => setPanel('raw_response')} onReopen={outcomes.reopen} />
        </div>
      </CommentsProvider>
      {dialog ? (
        <ReviewDialogs
          open={dialog}
          detail={detail}
          isBusy={isBusy}
          onClose={closeDialog}
          onSignOff={() => void decide(true)}
          onGo={goToFlag}
          onReject={outcomes.reject}
          onPostpone={outcomes.postpone}
          onSave={() => outbox.flush(SAVE_LIMIT_MS)}
          onRemove={outcomes.remove}
        />
      ) : null}
      <OpenPanel panel={panel} session={session} onClose={() => setPanel(null)} />
    </ReviewProvider>
  );
});

/** The panel at the side that is open. */
function OpenPanel({ panel, session, onClose }: { panel: Panel; session: ReviewSession; onClose: () => void }) {
  const { detail, outbox, mayReview } = session;
  const { id } = detail.document;
  switch (panel) {
    case 'summary':
      return <SummaryPanel documentId={id} mayRequest={mayReview} onClose={onClose} />;
    case 'kind':
      return (
        <KindPanel
          document={detail.document}
          canChange={mayReview && decisionWords(detail) === null}
          prepare={() => outbox.flush(SAVE_LIMIT_MS)}
          onClose={onClose}
        />
      );
    case 'raw_response':
      return <RawResponsePanel detail={detail} isOpen onClose={onClose} />;
    default:
      return null;
  }
}
