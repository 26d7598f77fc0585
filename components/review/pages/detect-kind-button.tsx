'use client';

import { ScanSearch } from 'lucide-react';
import { Button } from '#components/ui/button.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { wakeDocumentChanges } from '#lib/client/documents/changes/use-document-changes.ts';
import { useRequestClassification } from '#lib/client/documents/classification.ts';
import { errorMessage } from '#lib/client/http/error-message.ts';

/** Leaves it to the engine to find a document's kind. */
export function DetectKindButton({ documentId, label = 'Detect kind' }: { documentId: string; label?: string }) {
  const request = useRequestClassification(documentId);
  return (
    <div className="space-y-2">
      <Button
        icon={<ScanSearch size={14} aria-hidden />}
        isPending={request.isPending}
        onPress={() => request.mutate(undefined, { onSuccess: wakeDocumentChanges })}
      >
        {label}
      </Button>
      {request.error ? <Notice tone="bad">{errorMessage(request.error)}</Notice> : null}
    </div>
  );
}
