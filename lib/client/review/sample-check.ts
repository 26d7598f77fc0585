import { type QueryClient, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { CheckSample, SampleCheck } from '#lib/contract/desk/quality-sample.ts';
import { documentKeys } from '../documents/documents.ts';
import { requestJson } from '../http/http.ts';

/** Begins to check a quality sample: from then on its values are withheld from this person until they have entered them. */
export function useBeginSample(documentId: string) {
  const client = useQueryClient();
  return useQuery({
    queryKey: ['sample-check', documentId],
    queryFn: () => check(client, documentId, {}),
    // what a person has done with the sample is on the screen until they leave it
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
}

/** Has values shown, or compares what was entered with what was approved. */
export function useCheckSample(documentId: string) {
  const client = useQueryClient();
  return useMutation({ mutationFn: (body: CheckSample) => check(client, documentId, body) });
}

/** The document that the browser keeps must not have more values than the answer. */
async function check(client: QueryClient, documentId: string, body: CheckSample): Promise<SampleCheck> {
  const checked = await requestJson<SampleCheck>(`/api/queues/quality-samples/${documentId}/check`, { method: 'POST', body });
  await client.cancelQueries({ queryKey: documentKeys.one(documentId) });
  client.setQueryData(documentKeys.detail(documentId), checked.detail);
  return checked;
}
