import { queryOptions } from '@tanstack/react-query';
import { z } from 'zod';
import { type DeskDocument, deskDocumentSchema, type Sample, sampleSchema } from '#lib/contract/desk-document.ts';
import { requestJson } from './http.ts';

const sampleListSchema = z.object({ items: z.array(sampleSchema) });

/** The sample documents that can be tried. */
export const samplesQuery = queryOptions({
  queryKey: ['samples'] as const,
  queryFn: async ({ signal }): Promise<Sample[]> => (await requestJson(sampleListSchema, '/api/samples', { signal })).items,
  staleTime: Number.POSITIVE_INFINITY,
});

/** Puts a sample among the documents, with its starter schema. */
export function addSample(name: string): Promise<DeskDocument> {
  return requestJson(deskDocumentSchema, `/api/samples/${encodeURIComponent(name)}`, { method: 'POST', body: {} });
}
