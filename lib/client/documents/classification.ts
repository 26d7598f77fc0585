import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { DeskDocument } from '#lib/contract/desk/desk-document.ts';
import type { DeskClassification, SchemaChange } from '#lib/contract/service/classification.ts';
import { requestJson, withQuery } from '../http/http.ts';
import { documentKeys } from './documents.ts';

/** What the engine made of a document's kind; asked for again when something new is known of it. */
export function classificationQuery({ id, state, kind }: Pick<DeskDocument, 'id' | 'state' | 'kind'>) {
  return queryOptions({
    queryKey: [...documentKeys.one(id), 'classification', state === 'classifying', JSON.stringify(kind ?? null)] as const,
    queryFn: async ({ signal }): Promise<DeskClassification | null> =>
      (await requestJson<{ classification: DeskClassification | null }>(`/api/documents/${id}/classification`, { signal })).classification,
  });
}

/** What choosing a schema keeps of people's work on a document and what not. */
export function schemaChangeQuery(id: string, schemaId: string, revision: number) {
  return queryOptions({
    queryKey: [...documentKeys.one(id), 'schema-change', schemaId, revision] as const,
    queryFn: ({ signal }): Promise<SchemaChange> =>
      requestJson<SchemaChange>(withQuery(`/api/documents/${id}/schema-change`, { schema_id: schemaId }), { signal }),
  });
}

/** Has the kind of a document found that has no schema. */
export function requestClassification(id: string): Promise<DeskDocument> {
  return requestJson<DeskDocument>(`/api/documents/${id}/classification`, { method: 'POST', body: {} });
}

/** As `requestClassification`; what becomes of it comes with the delta request. */
export function useRequestClassification(id: string) {
  const client = useQueryClient();
  return useMutation({
    mutationKey: documentKeys.write(id),
    mutationFn: () => requestClassification(id),
    onSuccess: () => void client.invalidateQueries({ queryKey: documentKeys.one(id) }),
  });
}
