import { useMutation, useQueryClient } from '@tanstack/react-query';
import { showToast } from '#components/ui/layers/toast.tsx';
import { wakeDocumentChanges } from '#lib/client/documents/changes/use-document-changes.ts';
import { startExtraction } from '#lib/client/documents/document.ts';
import { documentKeys } from '#lib/client/documents/documents.ts';
import { errorMessage } from '#lib/client/http/error-message.ts';
import type { DeskDocument } from '#lib/contract/desk/desk-document.ts';

type ChosenKind = { document: Pick<DeskDocument, 'id' | 'name' | 'revision'>; schema: { schema_id: string; schema_name: string } };

/** Says what a document is: its schema is set and extraction begins. */
export function useChooseKind() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ document, schema }: ChosenKind) => startExtraction(document.id, schema.schema_id, document.revision),
    onSuccess: (_, { document, schema }) => {
      wakeDocumentChanges();
      void client.invalidateQueries({ queryKey: documentKeys.one(document.id) });
      showToast({ tone: 'ok', title: `${document.name} is being extracted as ${schema.schema_name}` });
    },
    onError: (error, { document }) => {
      wakeDocumentChanges();
      showToast({ tone: 'bad', title: `The kind of ${document.name} was not set`, detail: errorMessage(error) });
    },
  });
}
