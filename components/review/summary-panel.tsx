'use client';

import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '#components/ui/button.tsx';
import { Drawer } from '#components/ui/drawer.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { ProgressBar } from '#components/ui/progress-bar.tsx';
import { Select } from '#components/ui/select.tsx';
import { errorMessage } from '#lib/client/error-message.ts';
import { isUnderWay, summaryQuery, useRequestSummary } from '#lib/client/summary.ts';
import type { DeskSummary, SummaryEndpoint } from '#lib/contract/deployment.ts';
import type { Evidence } from '#lib/contract/extraction.ts';
import { LoadingPart } from '../settings/loading-part.tsx';

type SummaryPanelProps = {
  documentId: string;
  mayRequest: boolean;
  isOpen: boolean;
  onClose: () => void;
  /** Shows where a sentence stands. */
  onShow: (evidence: Evidence) => void;
};

const ENDPOINTS: { id: SummaryEndpoint; label: string; description: string }[] = [
  { id: 'job', label: 'As a job', description: 'POST /summaries/jobs' },
  { id: 'deprecated', label: 'By the deprecated endpoint', description: 'Waits until it is done, two minutes at most' },
];

/** The summary of the document by its deployment: asked for here, followed until it is there. */
export function SummaryPanel({ documentId, mayRequest, isOpen, onClose, onShow }: SummaryPanelProps) {
  const summary = useQuery({ ...summaryQuery(documentId), enabled: isOpen });
  const request = useRequestSummary(documentId);
  const [endpoint, setEndpoint] = useState<SummaryEndpoint>('job');
  const present = summary.data ?? null;
  const isBusy = present !== null && isUnderWay(present);
  return (
    <Drawer title="Summary" isOpen={isOpen} onClose={onClose}>
      <div className="flex flex-col gap-4">
        <LoadingPart query={summary}>
          {(found) => (found ? <Shown summary={found} onShow={onShow} /> : <p className="text-ink-muted">No summary was asked for yet.</p>)}
        </LoadingPart>
        {request.isError ? <Notice tone="bad">{errorMessage(request.error)}</Notice> : null}
        {mayRequest && !isBusy ? (
          <div className="flex items-end gap-2">
            <Select label="Ask for it" options={ENDPOINTS} value={endpoint} onChange={setEndpoint} className="flex-1" />
            <Button
              variant={present?.state === 'completed' ? 'secondary' : 'primary'}
              size="large"
              isPending={request.isPending}
              onPress={() => request.mutate(endpoint)}
            >
              {present ? 'Summarise again' : 'Summarise'}
            </Button>
          </div>
        ) : null}
      </div>
    </Drawer>
  );
}

function Shown({ summary, onShow }: { summary: DeskSummary; onShow: (evidence: Evidence) => void }) {
  if (summary.state === 'failed') {
    return (
      <Notice tone="bad" title="There is no summary">
        {summary.failure?.message ?? 'The document service gave no reason.'}
      </Notice>
    );
  }
  if (summary.state !== 'completed') {
    return (
      <div className="flex flex-col gap-2">
        <p role="status">{summary.state === 'requested' ? 'Asking the document service …' : 'The document service is at work …'}</p>
        <ProgressBar label="Progress of the summary" value={null} />
        {summary.service_status ? <p className="text-ink-muted text-xs">It says: {summary.service_status}</p> : null}
      </div>
    );
  }
  const hasPlaces = summary.sentences.some(({ evidence }) => evidence.length > 0);
  if (summary.sentences.length === 0) return <p className="whitespace-pre-wrap">{summary.text}</p>;
  return (
    <div className="flex flex-col gap-2">
      <ul className="flex flex-col gap-1">
        {summary.sentences.map(({ text, evidence }, index) => {
          const place = evidence[0];
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: a summary does not change
            <li key={index}>
              {place ? (
                <button type="button" className="w-full rounded-md px-2 py-1.5 text-left hover:bg-hover" onClick={() => onShow(place)}>
                  {text} <span className="whitespace-nowrap text-accent text-xs">page {place.page}</span>
                </button>
              ) : (
                <p className="px-2 py-1.5">{text}</p>
              )}
            </li>
          );
        })}
      </ul>
      <p className="text-ink-faint text-xs">
        {hasPlaces
          ? 'Press a sentence to see where it stands.'
          : 'These sentences are the service’s own words: they stand nowhere in the document.'}
      </p>
    </div>
  );
}
