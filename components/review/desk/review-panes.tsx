'use client';

import { Button } from '#components/ui/button.tsx';
import { lazyWithPrefetch } from '#components/ui/lazy-with-prefetch.tsx';
import { Splitter } from '#components/ui/splitter.tsx';
import { PageViewer } from '../pages/page-viewer.tsx';
import { usePagesWindow } from '../pages/use-pages-window.ts';
import { DecisionNote } from '../panels/decision-note.tsx';
import { RawResponseNote } from '../panels/raw-response-note.tsx';
import type { Side } from '../panels/side-column.tsx';
import { useIsWide } from '../panels/use-is-wide.ts';
import { FieldList } from './field-list.tsx';
import type { ReviewSession } from './use-review-session.ts';

const SideColumn = lazyWithPrefetch(async () => (await import('../panels/side-column.tsx')).SideColumn);
const StatePanel = lazyWithPrefetch(async () => (await import('../panels/state-panel.tsx')).StatePanel);

type ReviewPanesProps = {
  session: ReviewSession;
  /** What stands beside the fields. */
  side: Side | null;
  onSide: (side: Side | null) => void;
  onRawResponse: () => void;
  onReopen: () => void;
};

/** The pages beside the fields, or the fields alone while the pages have a window of their own. */
export function ReviewPanes({ session, side, onSide, onRawResponse, onReopen }: ReviewPanesProps) {
  const { detail, review, mayReview } = session;
  const pagesWindow = usePagesWindow(review);
  const isWide = useIsWide();
  const beside = side ? <SideColumn {...{ detail, side, onSide }} mayComment={mayReview} /> : null;
  return (
    <div className="flex min-h-0 min-w-0 flex-1">
      <Splitter
        label="Width of the pages"
        storageKey="countersign.review.split"
        initial={0.56}
        minimum={0.3}
        maximum={0.75}
        first={pagesWindow.isOpen ? null : <PageViewer onWindow={pagesWindow.open} />}
        second={
          <>
            <section aria-label="Fields" hidden={side !== null && !isWide} className="flex min-h-0 flex-1 flex-col bg-surface">
              {pagesWindow.isOpen ? (
                <p className="flex items-center justify-between gap-3 border-b bg-canvas px-4 py-1.5 text-xs">
                  The pages are shown in a separate window.
                  <Button size="small" onPress={pagesWindow.close}>
                    Show them here
                  </Button>
                </p>
              ) : null}
              <DecisionNote detail={detail} onReopen={mayReview ? onReopen : null} />
              <RawResponseNote detail={detail} onOpen={onRawResponse} />
              {detail.fields && detail.document.state !== 'split' ? <FieldList /> : <StatePanel detail={detail} canEdit={mayReview} />}
            </section>
            {isWide ? null : beside}
          </>
        }
      />
      {isWide ? beside : null}
    </div>
  );
}
