import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { errorMessage } from '#lib/client/http/error-message.ts';
import { previewDocument } from '#lib/client/team/schema-preview.ts';
import type { DeskDocument } from '#lib/contract/desk/desk-document.ts';
import type { SchemaDraft } from '#lib/contract/service/extraction-schema.ts';
import { useSettled } from './use-settled.ts';

/** So long nothing must have been typed before the sample is extracted anew. */
const SETTLED_MS = 600;

/** The sample that is open, also in the next editor. */
const KEPT = ['schemas', 'sample'];

/**
 * A document beside the editor, with what comes out of it with the draft while one edits. While the draft has a fault, the values of the last
 * good one stay.
 * @param fault what keeps the draft from being used; null = nothing
 */
export function useSample(schemaId: string | null, draft: SchemaDraft, fault: string | null) {
  const client = useQueryClient();
  const [kept] = useState(() => client.getQueryData<DeskDocument>(KEPT) ?? null);
  const [isOpen, setOpen] = useState(kept !== null);
  const [document, setDocument] = useState(kept);
  const wantsFocus = useRef(false);
  // a new schema gets another address when it is saved: its sample goes along
  const keep = (shown: DeskDocument | null) => client.setQueryData(KEPT, shown);
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
    /** Set where a person asked for what is shown now; not where it was open already. */
    wantsFocus,
    isOpen,
    setOpen: (next: boolean) => {
      wantsFocus.current = next;
      setOpen(next);
      keep(next ? document : null);
    },
    document,
    choose: (next: DeskDocument | null) => {
      wantsFocus.current = true;
      setDocument(next);
      keep(next);
    },
    result: (isOpen && query.data?.result) || null,
    isUpdating: query.isFetching,
    problem: query.isError ? errorMessage(query.error) : null,
    retry: () => void query.refetch(),
  };
}

export type Sample = ReturnType<typeof useSample>;
