'use client';

import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useCurrentUser, useMay } from '#components/shared/current-user.ts';
import { DocumentAbsent } from '#components/shared/document-absent.tsx';
import { SplitResult } from '#components/shared/splitting/split-result.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { Spinner } from '#components/ui/spinner.tsx';
import { splittingQuery, useRequestProposal } from '#lib/client/documents/splitting.ts';
import type { DeskSplitting } from '#lib/contract/desk/splitting.ts';
import { SplitBoard } from './split-board.tsx';
import { SplitTitle } from './split-title.tsx';

/** Where a person says which documents a file holds. */
export function SplittingScreen({ documentId }: { documentId: string }) {
  const query = useQuery(splittingQuery(documentId));
  const { id: personId } = useCurrentUser();
  const mayEdit = useMay('reviewer');
  const { data } = query;
  useProposalAtOnce(data, mayEdit);
  if (data && !data.refusal) return <SplitBoard splitting={data} personId={personId} mayEdit={mayEdit} />;
  if (data) return <NothingToSplit splitting={data} mayEdit={mayEdit} />;
  return <DocumentAbsent error={query.error} onRetry={() => void query.refetch()} />;
}

/** Whoever comes here wants to split: boundaries are proposed without being asked for, once. */
function useProposalAtOnce(splitting: DeskSplitting | undefined, mayEdit: boolean): void {
  const { mutate } = useRequestProposal(splitting?.document.id ?? '');
  const isAsked = useRef(false);
  const isNeeded = mayEdit && splitting !== undefined && splitting.refusal === null && splitting.proposal === null;
  useEffect(() => {
    if (!isNeeded || isAsked.current) return;
    isAsked.current = true;
    mutate(undefined);
  }, [isNeeded, mutate]);
}

/** What stands here when a document cannot be split, or is split already. */
function NothingToSplit({ splitting, mayEdit }: { splitting: DeskSplitting; mayEdit: boolean }) {
  const { document, refusal, reading, split } = splitting;
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <header className="flex min-h-12 shrink-0 items-center gap-3 border-b bg-surface px-3">
        <SplitTitle document={document} />
      </header>
      <div className="min-h-0 flex-1 overflow-y-auto">
        {split ? (
          <SplitResult documentId={document.id} mayEdit={mayEdit} />
        ) : (
          <div className="max-w-160 p-5">
            <Refusal reading={reading}>{refusal}</Refusal>
          </div>
        )}
      </div>
    </div>
  );
}

/** Why it cannot be split: told apart by more than words when it will pass, and when the file itself is to blame. */
function Refusal({ reading, children }: { reading: DeskSplitting['reading']; children: string | null }) {
  if (reading === 'under_way')
    return (
      <p role="status" className="flex items-start gap-2.5 rounded-md bg-info-soft p-3">
        <span className="mt-0.5 shrink-0">
          <Spinner size={16} />
        </span>
        <span>
          <span className="block font-medium">The pages are still being read</span>
          <span className="text-ink-muted">{children}</span>
        </span>
      </p>
    );
  return (
    <Notice
      tone={reading === 'failed' ? 'warn' : 'info'}
      title={reading === 'failed' ? 'The desk cannot read this file' : 'This document cannot be split'}
    >
      {children}
    </Notice>
  );
}
