import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { errorMessage } from '#lib/client/http/error-message.ts';
import { previewDocument } from '#lib/client/team/schema-preview.ts';
import type { DeskDocument } from '#lib/contract/desk/desk-document.ts';
import type { SchemaDraft } from '#lib/contract/service/extraction-schema.ts';
import { useSettled } from './use-settled.ts';

/** So long nothing must have been typed before the sample is extracted anew. */
const SETTLED_MS = 600;

/**
 * A document beside the editor, with what comes out of it by the draft while one edits. While the draft has a fault, the values of the last
 * good one stay.
 * @param fault what keeps the draft from being used; null = nothing
 */
export function useSample(schemaId: string | null, draft: SchemaDraft, fault: string | null) {
  const [isOpen, setOpen] = useState(false);
  const [document, choose] = useState<DeskDocument | null>(null);
  const draftText = JSON.stringify(draft);
  const settled = useSettled(draftText, SETTLED_MS);
  const id = document?.id ?? '';
  const query = useQuery({
    queryKey: ['schemas', 'sample', id, schemaId, settled] as const,
    queryFn: ({ signal }) => previewDocument(id, { draft: JSON.parse(settled) as SchemaDraft, schema_id: schemaId }, signal),
    enabled: isOpen && document !== null && fault === null && settled === draftText,
    // of another document nothing is shown
    placeholderData: (before, query) => (query?.queryKey[2] === id ? before : undefined),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
  return {
    isOpen,
    setOpen,
    document,
    choose,
    result: (isOpen && query.data?.result) || null,
    isUpdating: query.isFetching,
    problem: query.isError ? errorMessage(query.error) : null,
    retry: () => void query.refetch(),
  };
}

export type Sample = ReturnType<typeof useSample>;
