'use client';

import { Scissors } from 'lucide-react';
import { Button, LinkButton } from '#components/ui/button.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { useDismissProposal } from '#lib/client/documents/splitting.ts';
import { errorMessage } from '#lib/client/http/error-message.ts';
import type { DeskDocument } from '#lib/contract/desk/desk-document.ts';
import { SplitResult } from './split-result.tsx';
import { countDocuments } from './split-words.ts';

/** What stands in place of fields while a document may be several, or when it was split. */
export function SplitState({ document, canEdit }: { document: DeskDocument; canEdit: boolean }) {
  const dismiss = useDismissProposal(document.id);
  if (document.state === 'split') {
    return (
      <div className="min-h-0 flex-1 overflow-y-auto">
        <SplitResult documentId={document.id} mayEdit={canEdit} />
      </div>
    );
  }
  return (
    <div className="max-w-110 space-y-4 p-5">
      <h2 className="font-semibold text-base">{`This file may contain ${countDocuments(document.splitting?.documents ?? 2)}`}</h2>
      <p className="text-ink-muted">
        Check where each document begins, then split the file. Each part becomes a document of its own and the original file is kept.
        Nothing is split without you.
      </p>
      <div className="flex flex-wrap gap-2">
        <LinkButton variant="primary" href={`/documents/${document.id}/split`} icon={<Scissors size={14} aria-hidden />}>
          {canEdit ? 'Review the split' : 'View'}
        </LinkButton>
        {canEdit ? (
          <Button isPending={dismiss.isPending} onPress={() => dismiss.mutate(undefined)}>
            Keep as one document
          </Button>
        ) : null}
      </div>
      {dismiss.error ? <Notice tone="bad">{errorMessage(dismiss.error)}</Notice> : null}
    </div>
  );
}
