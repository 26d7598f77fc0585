'use client';

import { KeyHints } from '#components/shared/keys/key-hints.tsx';
import { Button } from '#components/ui/button.tsx';
import { lazyWithPrefetch } from '#components/ui/lazy-with-prefetch.tsx';
import { Splitter } from '#components/ui/splitter.tsx';
import type { DeskDocumentDetail } from '#lib/contract/desk/desk-document.ts';
import { PageViewer } from '../pages/page-viewer.tsx';
import { usePagesWindow } from '../pages/use-pages-window.ts';
import { RawResponseNote } from '../panels/raw-response-note.tsx';
import { FieldList } from './field-list.tsx';
import { listHints } from './list-hints.ts';
import type { ReviewSession } from './use-review-session.ts';

const StatePanel = lazyWithPrefetch(async () => (await import('../panels/state-panel.tsx')).StatePanel);

/** Who decided on the document, and how; null while nobody has. */
export function decisionWords({ approval, rejection }: DeskDocumentDetail): string | null {
  if (approval) {
    const flags = approval.signed_off_flags > 0 ? `, ${approval.signed_off_flags} flags signed off` : '';
    return `Approved by ${approval.actor.name} on ${new Date(approval.at).toLocaleString()}${flags}.`;
  }
  return rejection ? `Rejected by ${rejection.actor.name}: ${rejection.reason}` : null;
}

/** The pages beside the fields, or the fields alone while the pages have a window of their own. */
export function ReviewPanes({ session, onRawResponse }: { session: ReviewSession; onRawResponse: () => void }) {
  const { detail, review, mayReview, canEdit } = session;
  const pagesWindow = usePagesWindow(review);
  const decision = decisionWords(detail);
  return (
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
          <RawResponseNote detail={detail} onOpen={onRawResponse} />
          {detail.fields && detail.document.state !== 'split' ? <FieldList /> : <StatePanel detail={detail} canEdit={mayReview} />}
          {canEdit ? <KeyHints hints={listHints(review.focused)} /> : null}
        </section>
      }
    />
  );
}
