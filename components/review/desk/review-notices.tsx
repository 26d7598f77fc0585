'use client';

import { type ReactNode, useEffect, useState } from 'react';
import { formatDayAndTime } from '#components/shared/format.ts';
import { Button } from '#components/ui/button.tsx';
import { lazyWithPrefetch } from '#components/ui/lazy-with-prefetch.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { usePostponeDocument } from '#lib/client/documents/assignment.ts';
import type { LockState } from '#lib/client/documents/document-lock.ts';
import { errorMessage } from '#lib/client/http/error-message.ts';
import type { ActionOutbox } from '#lib/client/review/action-outbox.ts';
import type { ActionOutboxState } from '#lib/client/review/action-outbox-state.ts';
import { ReadingNotice } from '../pages/reading-notice.tsx';

const LockBanner = lazyWithPrefetch(async () => (await import('./lock-banner.tsx')).LockBanner);
const MergeDialog = lazyWithPrefetch(async () => (await import('./merge-dialog.tsx')).MergeDialog);

type ReviewNoticesProps = {
  state: ActionOutboxState;
  outbox: ActionOutbox;
  personId: string;
  mayReview: boolean;
  held: Extract<LockState, { status: 'theirs' }> | null;
  isBusy: boolean;
  onTakeOver: () => void;
};

/** What stands above the document when something keeps it from being worked on as usual. */
export function ReviewNotices({ state, outbox, personId, mayReview, held, isBusy, onTakeOver }: ReviewNoticesProps) {
  const [isMerging, setMerging] = useState(true);
  useEffect(() => setMerging(state.status === 'merging'), [state.status]);
  const { document, schema, model_use } = state.detail;
  const modelError = document.state === 'to_review' ? model_use?.error : null;
  return (
    <>
      {state.status === 'refused' ? (
        <Line
          tone="bad"
          title="Your last changes were not accepted"
          actions={
            <>
              <Button size="small" onPress={() => outbox.retryNow()}>
                Try again
              </Button>
              <Button size="small" onPress={() => outbox.discard()}>
                Discard them and show the saved values
              </Button>
            </>
          }
        >
          {state.problem}
        </Line>
      ) : null}
      {held ? (
        <LockBanner
          held={held}
          personId={personId}
          unsaved={state.unsaved}
          isKept={state.isKept}
          isBusy={isBusy}
          onTakeOver={onTakeOver}
          onDrop={() => outbox.discard()}
        />
      ) : null}
      {state.status === 'merging' ? (
        <Line
          tone="warn"
          actions={
            <Button size="small" onPress={() => setMerging(true)}>
              Choose
            </Button>
          }
        >
          {`Your changes conflict with newer ones. Choose which to keep; until then yours are ${state.isKept ? 'stored in this browser' : 'not stored in this browser: stay on this page until they are saved'}.`}
        </Line>
      ) : null}
      {modelError ? <Line tone="warn">{`${modelError} Where it gave no value, only the built-in engine’s value is shown.`}</Line> : null}
      <ReadingNotice key={document.id} warnings={state.detail.reading_warnings ?? []} />
      {document.postponed ? <PostponedNotice documentId={document.id} postponed={document.postponed} mayReview={mayReview} /> : null}
      {state.status === 'merging' && isMerging ? (
        <MergeDialog
          key={state.conflicts.map(({ target }) => target).join()}
          isOpen
          conflicts={state.conflicts}
          schema={schema}
          onResolve={(choices) => outbox.resolve(choices)}
          onClose={() => setMerging(false)}
        />
      ) : null}
    </>
  );
}

function Line(props: { tone: 'info' | 'warn' | 'bad'; title?: string; actions?: ReactNode; children: ReactNode }) {
  return <Notice {...props} className="m-2" />;
}

type PostponedNoticeProps = { documentId: string; postponed: { until: string; reason: string }; mayReview: boolean };

function PostponedNotice({ documentId, postponed, mayReview }: PostponedNoticeProps) {
  const postpone = usePostponeDocument(documentId);
  const until = formatDayAndTime(postponed.until);
  return (
    <Line
      tone="info"
      actions={
        mayReview ? (
          <Button size="small" isPending={postpone.isPending} onPress={() => postpone.mutate(null)}>
            Resume now
          </Button>
        ) : null
      }
    >
      {`Postponed until ${until}: ${postponed.reason}`}
      {postpone.error ? <span className="block text-bad">{errorMessage(postpone.error)}</span> : null}
    </Line>
  );
}
