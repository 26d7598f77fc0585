'use client';

import { useQueryClient } from '@tanstack/react-query';
import { useRouter } from 'next/navigation';
import { memo, useCallback, useEffect, useState } from 'react';
import { KeyHints } from '#components/shared/keys/key-hints.tsx';
import { hasSplitHint } from '#components/shared/splitting/has-split-hint.ts';
import { Button } from '#components/ui/button.tsx';
import { showToast } from '#components/ui/layers/toast.tsx';
import { lazyWithPrefetch } from '#components/ui/lazy-with-prefetch.tsx';
import { Splitter } from '#components/ui/splitter.tsx';
import { usePostponeDocument } from '#lib/client/documents/assignment.ts';
import { useRejectDocument, useReopenDocument } from '#lib/client/documents/document.ts';
import { documentKeys, removeDocument } from '#lib/client/documents/documents.ts';
import { forgetRefusedApproval, useIsApproving } from '#lib/client/review/approvals.ts';
import type { DeskDocumentDetail } from '#lib/contract/desk/desk-document.ts';
import { hasRole } from '#lib/contract/desk/has-role.ts';
import type { User } from '#lib/contract/desk/user.ts';
import { labelOf } from '#lib/document/schemas/label-of.ts';
import { PageViewer } from '../pages/page-viewer.tsx';
import { usePagesWindow } from '../pages/use-pages-window.ts';
import { AnswerNote } from '../panels/answer-note.tsx';
import { CommentsProvider, DocumentComments } from '../panels/comments.tsx';
import { findDraft } from '../session/find-draft.ts';
import { focusValue } from '../session/focus-value.ts';
import { hasJustJumped } from '../session/jump.ts';
import { findNextStop } from '../session/list-stops.ts';
import { ReviewProvider } from '../session/review-context.ts';
import { saveDrafts } from '../session/save-drafts.ts';
import { SAVE_LIMIT_MS, useDecision } from '../session/use-decision.ts';
import { useDocumentLock } from '../session/use-document-lock.ts';
import { useKeepFocus } from '../session/use-keep-focus.ts';
import { useOpeningFocus } from '../session/use-opening-focus.ts';
import { useReviewAtHand } from '../session/use-review-at-hand.ts';
import { useReviewKeys } from '../session/use-review-keys.ts';
import { useReviewQueue } from '../session/use-review-queue.ts';
import { useUndo } from '../session/use-undo.ts';
import { FieldList } from './field-list.tsx';
import { AssignmentButton, type AssignmentProps } from './header-buttons.tsx';
import { listHints } from './list-hints.ts';
import type { OpenDialog } from './review-dialogs.tsx';
import { ReviewHeader } from './review-header.tsx';
import { ReviewNotices } from './review-notices.tsx';
import { useNextInLine } from './use-next-in-line.ts';

const AnswerPanel = lazyWithPrefetch(async () => (await import('../panels/answer-panel.tsx')).AnswerPanel);
const AssignmentMenu = lazyWithPrefetch<AssignmentProps>(
  async () => (await import('./assignment-menu.tsx')).AssignmentMenu,
  AssignmentButton,
);
const AttachmentStrip = lazyWithPrefetch(async () => (await import('../panels/attachment-strip.tsx')).AttachmentStrip);
const AuditPanel = lazyWithPrefetch(async () => (await import('../panels/audit-panel.tsx')).AuditPanel);
const ReviewDialogs = lazyWithPrefetch(async () => (await import('./review-dialogs.tsx')).ReviewDialogs);
const SplitHint = lazyWithPrefetch(async () => (await import('#components/shared/splitting/split-hint.tsx')).SplitHint);
const StatePanel = lazyWithPrefetch(async () => (await import('../panels/state-panel.tsx')).StatePanel);
const KindPanel = lazyWithPrefetch(async () => (await import('../panels/kind-panel.tsx')).KindPanel);
const SummaryPanel = lazyWithPrefetch(async () => (await import('../panels/summary-panel.tsx')).SummaryPanel);

/** The review of one document that is loaded. */
export const ReviewDesk = memo(function ReviewDesk({ detail: saved, user }: { detail: DeskDocumentDetail; user: User }) {
  const router = useRouter();
  const client = useQueryClient();
  const { state, queue } = useReviewQueue(saved, user);
  const { detail } = state;
  const { id } = detail.document;
  const [dialog, setDialog] = useState<OpenDialog>(null);
  const [showsAudit, setShowsAudit] = useState(false);
  const [panel, setPanel] = useState<'summary' | 'answer' | 'kind' | null>(null);
  const reject = useRejectDocument(id);
  const reopen = useReopenDocument(id);
  const postpone = usePostponeDocument(id);

  const mayReview = hasRole(user.role, 'reviewer');
  const isReviewable = mayReview && detail.document.state === 'to_review' && detail.fields !== null;
  const { lock: held, takeOver } = useDocumentLock(detail.document, isReviewable, state.lock, queue.noteLock);
  const isApproving = useIsApproving(id);
  const canEdit = isReviewable && held === null && !isApproving;
  // biome-ignore lint/correctness/useExhaustiveDependencies: also when it is refused while it is open again
  useEffect(() => forgetRefusedApproval(id), [id, isApproving]);
  const { goOn, hasNext, progress } = useNextInLine(id, canEdit);
  const history = useUndo(`${user.id}.${id}`, detail.schema, queue);
  const review = useReviewAtHand({ detail, queue, canEdit, act: history.act });

  const closeDialog = useCallback(() => setDialog(null), []);
  const goToFlag = (pointer: string) => {
    closeDialog();
    // The closing dialog gives the focus back to where it was, a frame later.
    requestAnimationFrame(() => requestAnimationFrame(() => focusValue(pointer)));
  };
  const { run, decide, isBusy } = useDecision({ detail, queue, personId: user.id, line: { goOn, hasNext }, onDecided: closeDialog });
  const takeOverNow = () =>
    run(async () => {
      await takeOver();
      await client.invalidateQueries({ queryKey: documentKeys.detail(id) });
    });

  const labelFor = (pointer: string) => labelOf(detail.schema, pointer);
  const askApproval = (pointerType?: string) => {
    if (hasJustJumped(pointerType) || !saveDrafts(labelFor)) return;
    // What was typed last may have answered a flag, or raised one.
    if (queue.present().flags.length > 0) setDialog('sign_off');
    else void decide(false);
  };
  useEffect(() => {
    const warn = (event: BeforeUnloadEvent) => {
      if (findDraft()) event.preventDefault();
    };
    window.addEventListener('beforeunload', warn);
    return () => window.removeEventListener('beforeunload', warn);
  }, []);

  useOpeningFocus(canEdit, () => findNextStop({ detail: queue.present(), from: null }));

  const pagesWindow = usePagesWindow(review);
  useKeepFocus();
  useReviewKeys({ review, approve: () => askApproval(), history });

  const decision = detail.approval
    ? `Approved by ${detail.approval.actor.name} on ${new Date(detail.approval.at).toLocaleString()}${detail.approval.signed_off_flags > 0 ? `, ${detail.approval.signed_off_flags} flags signed off` : ''}.`
    : detail.rejection
      ? `Rejected by ${detail.rejection.actor.name}: ${detail.rejection.reason}`
      : null;

  return (
    <ReviewProvider value={review}>
      <CommentsProvider detail={detail} mayComment={mayReview} focused={review.focused}>
        <div className="flex min-h-0 flex-1 flex-col">
          <ReviewHeader
            detail={detail}
            saving={state}
            canEdit={canEdit}
            mayReview={mayReview}
            progress={progress}
            isApproving={isBusy}
            tools={
              <>
                <AssignmentMenu document={detail.document} personId={user.id} mayAssign={mayReview} />
                <DocumentComments count={detail.document.open_comments} />
              </>
            }
            commands={{
              approve: askApproval,
              reject: () => saveDrafts(labelFor) && setDialog('reject'),
              reopen: () => void run(() => reopen.mutateAsync({ revision: detail.document.revision })),
              extractAgain: () => setDialog('extract'),
              postpone: () => saveDrafts(labelFor) && setDialog('postpone'),
              remove: () => setDialog('remove'),
              toggleAudit: () => setShowsAudit((shown) => !shown),
              showSummary: () => setPanel('summary'),
              showAnswer: () => setPanel('answer'),
              showKind: () => saveDrafts(labelFor) && setPanel('kind'),
            }}
          />
          {detail.document.parent || detail.attachments.length > 0 ? <AttachmentStrip detail={detail} /> : null}
          {hasSplitHint(detail.document) ? <SplitHint document={detail.document} mayEdit={mayReview} /> : null}
          <ReviewNotices
            state={state}
            queue={queue}
            personId={user.id}
            mayReview={mayReview}
            held={held}
            isBusy={isBusy}
            onTakeOver={() => void takeOverNow()}
          />
          <Splitter
            label="Width of the pages"
            storageKey="countersign.review.split"
            initial={0.56}
            minimum={0.3}
            maximum={0.75}
            first={pagesWindow.isOpen ? null : <PageViewer onWindow={pagesWindow.open} />}
            second={
              <section aria-label="Fields" className="flex min-h-0 flex-1 flex-col bg-surface">
                {pagesWindow.isOpen ? (
                  <p className="flex items-center justify-between gap-3 border-b bg-canvas px-4 py-1.5 text-xs">
                    The pages are shown in a separate window.
                    <Button size="small" onPress={pagesWindow.close}>
                      Show them here
                    </Button>
                  </p>
                ) : null}
                {decision ? <p className="border-b bg-canvas px-4 py-2 text-xs">{decision}</p> : null}
                <AnswerNote detail={detail} onOpen={() => setPanel('answer')} />
                {detail.fields && detail.document.state !== 'split' ? (
                  <FieldList />
                ) : (
                  <StatePanel document={detail.document} canEdit={mayReview} />
                )}
                {canEdit ? <KeyHints hints={listHints(review.focused)} /> : null}
              </section>
            }
          />
        </div>
      </CommentsProvider>
      {dialog ? (
        <ReviewDialogs
          open={dialog}
          detail={detail}
          isBusy={isBusy}
          onClose={() => setDialog(null)}
          onSignOff={() => void decide(true)}
          onGo={goToFlag}
          onReject={(reason) =>
            void run(async () => {
              const { document } = await queue.flush(SAVE_LIMIT_MS);
              await reject.mutateAsync({ revision: document.revision, reason });
              setDialog(null);
              showToast({
                tone: 'ok',
                title: `${document.name} is rejected`,
                action: { label: 'Reopen', onPress: () => router.push(`/documents/${id}`) },
              });
              await goOn();
            })
          }
          onPostpone={(postponed) =>
            void run(async () => {
              await queue.flush(SAVE_LIMIT_MS);
              await postpone.mutateAsync(postponed);
              setDialog(null);
              showToast({ tone: 'ok', title: `${detail.document.name} is postponed until ${new Date(postponed.until).toLocaleString()}` });
              await goOn();
            })
          }
          onSave={() => queue.flush(SAVE_LIMIT_MS)}
          onRemove={() =>
            void run(async () => {
              await removeDocument(id);
              router.push('/documents');
              await client.invalidateQueries({ queryKey: ['documents', 'list'] });
            })
          }
        />
      ) : null}
      {panel === 'summary' ? <SummaryPanel documentId={id} mayRequest={mayReview} onClose={() => setPanel(null)} /> : null}
      {panel === 'kind' ? (
        <KindPanel
          document={detail.document}
          canChange={mayReview && !decision}
          prepare={() => queue.flush(SAVE_LIMIT_MS)}
          onClose={() => setPanel(null)}
        />
      ) : null}
      {panel === 'answer' ? <AnswerPanel detail={detail} isOpen onClose={() => setPanel(null)} /> : null}
      {showsAudit ? <AuditPanel documentId={id} schema={detail.schema} isOpen onClose={() => setShowsAudit(false)} /> : null}
    </ReviewProvider>
  );
});
