'use client';

import { Scissors } from 'lucide-react';
import Link from 'next/link';
import { Button, LinkButton } from '#components/ui/button.tsx';
import { showToast } from '#components/ui/layers/toast.tsx';
import { useDismissProposal } from '#lib/client/documents/splitting.ts';
import { errorMessage } from '#lib/client/http/error-message.ts';
import type { DeskDocument } from '#lib/contract/desk/desk-document.ts';
import { isProposed } from './has-split-hint.ts';
import { countDocuments } from './split-words.ts';

/** Where a document's pages come from; that its file may be several documents, with the way to look. */
export function SplitHint({ document, mayEdit }: { document: DeskDocument; mayEdit: boolean }) {
  const { id, splitting, split_from: from } = document;
  const dismiss = useDismissProposal(id);
  return (
    <div className="flex min-h-9 shrink-0 flex-wrap items-center gap-x-4 gap-y-1 border-b bg-surface px-4 py-1 text-xs">
      {from ? (
        <span className="flex min-w-0 items-center gap-1.5">
          <Scissors size={13} aria-hidden className="shrink-0 text-ink-faint" />
          <span className="whitespace-nowrap text-ink-muted">Pages of</span>
          {from.id ? (
            <Link
              href={`/documents/${from.id}`}
              prefetch={false}
              className="truncate rounded-sm font-medium hover:underline"
              title={from.name}
            >
              <bdi>{from.name}</bdi>
            </Link>
          ) : (
            <span className="truncate font-medium" title={from.name}>
              <bdi>{from.name}</bdi> (removed)
            </span>
          )}
        </span>
      ) : null}
      {splitting && isProposed(document) ? (
        <span className="flex flex-wrap items-center gap-2">
          <Scissors size={13} aria-hidden className="shrink-0 text-warn" />
          {`This file may contain ${countDocuments(splitting.documents)}.`}
          <LinkButton size="small" href={`/documents/${id}/split`}>
            {mayEdit ? 'Review the split' : 'View'}
          </LinkButton>
          {mayEdit ? (
            <Button
              size="small"
              variant="quiet"
              isPending={dismiss.isPending}
              onPress={() => dismiss.mutate(undefined, { onError: (error) => showToast({ tone: 'bad', title: errorMessage(error) }) })}
            >
              Keep as one document
            </Button>
          ) : null}
        </span>
      ) : null}
    </div>
  );
}
