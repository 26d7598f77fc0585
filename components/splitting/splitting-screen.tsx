'use client';

import { useQuery } from '@tanstack/react-query';
import { ArrowLeft } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { StateBadge } from '#components/documents/document-state.tsx';
import { useCurrentUser, useMay } from '#components/shell/current-user.ts';
import { Button, LinkButton } from '#components/ui/button.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { Spinner } from '#components/ui/spinner.tsx';
import { errorMessage } from '#lib/client/error-message.ts';
import { splittingQuery, useRequestProposal } from '#lib/client/splitting.ts';
import type { DeskSplitting } from '#lib/contract/splitting.ts';
import { SplitBoard } from './split-board.tsx';
import { SplitResult } from './split-result.tsx';

/** Where a person says which documents a file holds. */
export function SplittingScreen({ documentId }: { documentId: string }) {
  const query = useQuery(splittingQuery(documentId));
  const { id: personId } = useCurrentUser();
  const mayEdit = useMay('reviewer');
  const { data } = query;
  useProposalAtOnce(data, mayEdit);
  if (data && !data.refusal) return <SplitBoard splitting={data} personId={personId} mayEdit={mayEdit} />;
  if (data) return <NothingToSplit splitting={data} mayEdit={mayEdit} />;
  if (query.error) {
    return (
      <div className="mx-auto max-w-120 p-8">
        <Notice
          tone="bad"
          title="The document cannot be shown"
          actions={
            <>
              <Button size="small" onPress={() => void query.refetch()}>
                Try again
              </Button>
              <LinkButton size="small" href="/documents">
                All documents
              </LinkButton>
            </>
          }
        >
          {errorMessage(query.error)}
        </Notice>
      </div>
    );
  }
  return (
    <div className="flex flex-1 items-center justify-center" role="status" aria-label="Loading the document">
      <Spinner size={22} />
    </div>
  );
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
  const { document, refusal, split } = splitting;
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <header className="flex min-h-12 shrink-0 items-center gap-3 border-b bg-surface px-3">
        <LinkButton href={`/documents/${document.id}`} variant="quiet" size="small" icon={<ArrowLeft size={15} aria-hidden />}>
          Document
        </LinkButton>
        <h1 className="min-w-0 truncate font-semibold text-base" title={document.name}>
          Split <bdi>{document.name}</bdi>
        </h1>
        <StateBadge state={document.state} />
      </header>
      <div className="min-h-0 flex-1 overflow-y-auto">
        {split ? (
          <SplitResult documentId={document.id} mayEdit={mayEdit} />
        ) : (
          <div className="max-w-160 p-5">
            <Notice title="This document cannot be split">{refusal}</Notice>
          </div>
        )}
      </div>
    </div>
  );
}
