import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { z } from 'zod';
import type { DeskDocument, DeskDocumentDetail } from '#lib/contract/desk/desk-document.ts';
import type { Assign, Postpone, Prioritise } from '#lib/contract/desk/queue.ts';
import type { listPeopleNamesSchema, PersonName } from '#lib/contract/desk/user.ts';
import { requestJson } from '../http/http.ts';
import { tabId } from '../http/tab-id.ts';
import { documentKeys } from './documents.ts';

/** Everyone whom documents can be given to, by name. */
export const peopleNamesQuery = queryOptions({
  queryKey: ['people', 'names'],
  queryFn: async ({ signal }): Promise<PersonName[]> =>
    (await requestJson<z.infer<typeof listPeopleNamesSchema>>('/api/people/names', { signal })).items,
  staleTime: 60_000,
});

/** Makes a document the work of one person, or (null) of nobody. @throws ProblemError `conflict` where it is not as `expected` */
export function assignDocument(id: string, body: Assign): Promise<DeskDocument> {
  return requestJson<DeskDocument>(`/api/documents/${id}/assign`, { method: 'POST', body });
}

/** Takes a document out of the line until a moment, or (null) brings it back. @throws ProblemError `conflict` where it is not as `expected` */
export function postponeDocument(id: string, body: Omit<Postpone, 'tab'>): Promise<DeskDocument> {
  return requestJson<DeskDocument>(`/api/documents/${id}/postpone`, { method: 'POST', body: { ...body, tab: tabId() } });
}

/** Sets priority, due date, or both. @throws ProblemError `conflict` where they are not as `expected` */
export function prioritiseDocument(id: string, body: Prioritise): Promise<DeskDocument> {
  return requestJson<DeskDocument>(`/api/documents/${id}/priority`, { method: 'PUT', body });
}

function useRowWrite<Body>(id: string, work: (body: Body) => Promise<DeskDocument>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: work,
    onSuccess: (document) => {
      client.setQueryData<DeskDocumentDetail>(documentKeys.detail(id), (detail) => detail && { ...detail, document });
      void client.invalidateQueries({ queryKey: documentKeys.lists });
      void client.invalidateQueries({ queryKey: documentKeys.lines });
    },
  });
}

export const useAssignDocument = (id: string) => useRowWrite(id, (personId: string | null) => assignDocument(id, { person_id: personId }));
export const usePostponeDocument = (id: string) =>
  useRowWrite(id, (postponed: { until: string; reason: string } | null) => postponeDocument(id, { postponed }));
