import { queryOptions } from '@tanstack/react-query';
import type { DeskDocument } from '#lib/contract/desk/desk-document.ts';
import type { Sample } from '#lib/contract/desk/sample.ts';
import { requestJson } from '../http/http.ts';

/** The sample documents that can be tried. */
export const samplesQuery = queryOptions({
  queryKey: ['samples'] as const,
  queryFn: async ({ signal }): Promise<Sample[]> => (await requestJson<{ items: Sample[] }>('/api/samples', { signal })).items,
  staleTime: Number.POSITIVE_INFINITY,
});

/** Puts a sample among the documents, with its starter schema. @param deploymentId where it goes; null = where new documents go */
export function addSample(name: string, deploymentId: string | null = null): Promise<DeskDocument> {
  const query = deploymentId === null ? '' : `?deployment_id=${encodeURIComponent(deploymentId)}`;
  return requestJson<DeskDocument>(`/api/samples/${encodeURIComponent(name)}${query}`, { method: 'POST' });
}
