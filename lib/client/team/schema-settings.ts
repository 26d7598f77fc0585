import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { z } from 'zod';
import type {
  listSchemaSettingsSchema,
  RetentionCount,
  SaveSchemaSettings,
  SaveThreshold,
  SchemaSettings,
} from '#lib/contract/desk/schemas/schema-settings.ts';
import { requestJson, withQuery } from '../http/http.ts';

const key = ['schema-settings'] as const;

/** What is done with documents of each schema. */
export const schemaSettingsQuery = queryOptions({
  queryKey: key,
  queryFn: async ({ signal }): Promise<SchemaSettings[]> =>
    (await requestJson<z.infer<typeof listSchemaSettingsSchema>>('/api/schema-settings', { signal })).items,
  staleTime: 10_000,
});

const pathOf = (schemaId: string, what: string) => `/api/schemas/${encodeURIComponent(schemaId)}/${what}`;

export function useSaveSchemaSettings(schemaId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: SaveSchemaSettings) => requestJson<SchemaSettings>(pathOf(schemaId, 'settings'), { method: 'PUT', body }),
    onSettled: () => client.invalidateQueries({ queryKey: key }),
  });
}

/** Saves below which confidence values of a field, or of all fields, of a schema are flagged. */
export function useSaveThreshold(schemaId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: SaveThreshold) => requestJson<SchemaSettings>(pathOf(schemaId, 'thresholds'), { method: 'PUT', body }),
    onSettled: () => client.invalidateQueries({ queryKey: key }),
  });
}

export function useSaveRetention(schemaId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (days: number | null) =>
      requestJson<SchemaSettings>(pathOf(schemaId, 'retention'), { method: 'PUT', body: { retention_days: days } }),
    onSettled: () => client.invalidateQueries({ queryKey: key }),
  });
}

/** What keeping a schema's documents so many days would remove now. */
export function retentionCountQuery(schemaId: string, days: number) {
  return queryOptions({
    queryKey: ['retention-count', schemaId, days] as const,
    queryFn: ({ signal }): Promise<RetentionCount> =>
      requestJson<RetentionCount>(withQuery(pathOf(schemaId, 'retention'), { days }), { signal }),
    staleTime: 0,
  });
}
