'use client';

import { useQuery } from '@tanstack/react-query';
import { X } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef } from 'react';
import { Button } from '#components/ui/button.tsx';
import { IconButton } from '#components/ui/icon-button.tsx';
import { Kbd } from '#components/ui/kbd.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { errorMessage } from '#lib/client/error-message.ts';
import { isUnderWay, summaryQuery, useRequestSummary } from '#lib/client/summary.ts';
import { formatFullMoment } from '../documents/format.ts';
import { LoadingPart } from '../settings/loading-part.tsx';
import { useReview } from './review-context.ts';
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
          found ? <SummaryParts summary={found} /> : <p className="text-ink-muted">Nobody has asked for a summary of this document yet.</p>
        }
      </LoadingPart>
      {request.isError ? <Notice tone="bad">{errorMessage(request.error)}</Notice> : null}
      {present?.state === 'completed' && present.settled_at ? (
        <footer className="flex items-center justify-between gap-3 border-t pt-3 text-ink-muted text-xs">
          <span>Made {formatFullMoment(present.settled_at)}</span>
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

/** A panel over the right edge that leaves the page in sight and in use. Escape closes it, the arrows go through its places. */
function SidePanel({ title, onClose, children }: { title: string; onClose: () => void; children: ReactNode }) {
  const { preview } = useReview();
  const panel = useRef<HTMLDivElement>(null);
  const id = useId();
  const hidePlace = useRef(preview);
  hidePlace.current = preview;
  useEffect(() => {
    const before = document.activeElement;
    // the menu that opened it gives the focus back to its button first
    const timer = setTimeout(() => panel.current?.focus(), 0);
    return () => {
      clearTimeout(timer);
      hidePlace.current(null);
      const isLost = document.activeElement === null || document.activeElement === document.body;
      if (isLost && before instanceof HTMLElement && before.isConnected) before.focus();
    };
  }, []);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') {
      event.stopPropagation();
      onClose();
    }
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const places = [...(panel.current?.querySelectorAll<HTMLElement>('[data-place]') ?? [])];
    if (step === undefined || places.length === 0) return;
    event.preventDefault();
    const at = places.indexOf(document.activeElement as HTMLElement);
    const next = at < 0 ? (step > 0 ? 0 : places.length - 1) : Math.max(0, Math.min(places.length - 1, at + step));
    places[next]?.focus();
  };
  return (
    <div
      ref={panel}
      role="dialog"
      aria-labelledby={id}
      tabIndex={-1}
      onKeyDown={onKeyDown}
      className="fixed top-23 right-0 bottom-0 z-20 flex w-full max-w-105 flex-col border-t border-l bg-raised shadow-lg outline-none"
    >
      <header className="flex h-12 shrink-0 items-center justify-between gap-4 border-b pr-2.5 pl-5">
        <h2 id={id} className="truncate font-semibold text-base">
          {title}
        </h2>
        <span className="ml-auto flex items-center gap-1 text-ink-faint text-xs">
          <Kbd>↑</Kbd>
          <Kbd>↓</Kbd> show the places
        </span>
        <IconButton label="Close" shortcut="Escape" icon={<X size={16} aria-hidden />} onPress={onClose} />
      </header>
      <div className="min-h-0 flex-1 overflow-auto p-5">{children}</div>
    </div>
  );
}
