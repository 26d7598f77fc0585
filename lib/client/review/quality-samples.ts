import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { ListQualitySamples, SaveQualitySample } from '#lib/contract/desk/quality-sample.ts';
import { requestJson, requestNothing } from '../http/http.ts';

const key = ['quality-samples'] as const;

/** The quality samples that wait, what was found, and how often people agreed. */
export const qualitySamplesQuery = queryOptions({
  queryKey: key,
  queryFn: ({ signal }): Promise<ListQualitySamples> => requestJson<ListQualitySamples>('/api/queues/quality-samples', { signal }),
  staleTime: 10_000,
});

/** Saves what a second person says of each value. */
export function useSaveQualitySample(documentId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: SaveQualitySample) => requestNothing(`/api/queues/quality-samples/${documentId}`, { method: 'PUT', body }),
    onSuccess: () => client.invalidateQueries({ queryKey: key }),
  });
}
