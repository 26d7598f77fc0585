'use client';

import { useEffect, useState } from 'react';
import { Button } from '#components/ui/button.tsx';
import { Notice } from '#components/ui/notice.tsx';
import type { SchemaDraft } from '#lib/contract/service/extraction-schema.ts';
import { findKeptDraft, keepDraft } from './draft-store.ts';

/** The unsaved changes of an earlier visit, until they are taken up, discarded or overtaken. */
export function useKeptDraft(schemaId: string | null, savedText: string, isOffered: boolean) {
  const [kept, setKept] = useState<SchemaDraft | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only what was kept when the screen opened is offered
  useEffect(() => {
    if (!isOffered) return;
    const draft = findKeptDraft(schemaId);
    if (draft && JSON.stringify(draft) !== savedText) setKept(draft);
  }, []);
  return {
    kept,
    forget: () => setKept(null),
    discard: () => {
      keepDraft(schemaId, null);
      setKept(null);
    },
  };
}

/** Offers unsaved changes of an earlier visit. */
export function KeptDraftNotice({ onRestore, onDiscard }: { onRestore: () => void; onDiscard: () => void }) {
  return (
    <Notice
      className="mx-3 mb-2"
      title="You have unsaved changes from earlier"
      actions={
        <>
          <Button onPress={onRestore}>Restore them</Button>
          <Button variant="quiet" onPress={onDiscard}>
            Discard them
          </Button>
        </>
      }
    />
  );
}
