'use client';

import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { formatFullMoment } from '#components/shared/format.ts';
import { LoadingPart } from '#components/shared/loading-part.tsx';
import { Button } from '#components/ui/button.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { isUnderWay, summaryQuery, useRequestSummary } from '#lib/client/documents/summary.ts';
import { errorMessage } from '#lib/client/http/error-message.ts';
import { useReview } from '../session/review-context.ts';
import { SidePanel } from './side-panel.tsx';
import { SummaryParts } from './summary-parts.tsx';
import { SummaryStale } from './summary-stale.tsx';

type SummaryPanelProps = { documentId: string; mayRequest: boolean; onClose: () => void };

/** The summary of the document by its deployment, beside the page: each sentence and fact lights up where it stands. */
export function SummaryPanel({ documentId, mayRequest, onClose }: SummaryPanelProps) {
  return (
    <SidePanel title="Summary" onClose={onClose}>
      <Summary documentId={documentId} mayRequest={mayRequest} />
    </SidePanel>
  );
}

function Summary({ documentId, mayRequest }: Pick<SummaryPanelProps, 'documentId' | 'mayRequest'>) {
  const { detail } = useReview();
  const summary = useQuery({ ...summaryQuery(documentId), refetchOnMount: 'always' });
  const request = useRequestSummary(documentId);
  const present = summary.data ?? null;
  const isBusy = request.isPending || (present !== null && isUnderWay(present));
  const content = useRef<HTMLDivElement>(null);
  const ask = () => {
    // the button goes away: without this the keys would be lost
    content.current?.closest<HTMLElement>('[role=dialog]')?.focus();
    request.mutate('job');
  };
  const { revision } = detail.document;
  const known = useRef(revision);
  const { refetch } = summary;
  useEffect(() => {
    // a correction may have made it stale
    if (known.current !== revision) void refetch();
    known.current = revision;
  }, [revision, refetch]);
  return (
    <div ref={content} className="flex flex-col gap-4">
      {present?.state === 'completed' ? (
        <SummaryStale summary={present} onRebuild={mayRequest ? ask : null} isRebuilding={request.isPending} />
      ) : null}
      <LoadingPart query={summary}>
        {(found) =>
          found ? <SummaryParts summary={found} /> : <p className="text-ink-muted">No summary of this document has been requested yet.</p>
        }
      </LoadingPart>
      {request.isError ? <Notice tone="bad">{errorMessage(request.error)}</Notice> : null}
      {present?.state === 'completed' && present.settled_at ? (
        <footer className="flex items-center justify-between gap-3 border-t pt-3 text-ink-muted text-xs">
          <span>Created {formatFullMoment(present.settled_at)}</span>
          {mayRequest ? (
            <Button size="small" isPending={isBusy} onPress={ask}>
              Rebuild
            </Button>
          ) : null}
        </footer>
      ) : null}
      {mayRequest && !isBusy && summary.isSuccess && present?.state !== 'completed' ? (
        <Button variant="primary" size="large" onPress={ask}>
          {present ? 'Try again' : 'Summarise'}
        </Button>
      ) : null}
    </div>
  );
}
