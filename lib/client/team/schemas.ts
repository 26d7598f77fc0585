import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { Schema, SchemaDraft } from '#lib/contract/service/extraction-schema.ts';
import { listDocuments } from '../documents/documents.ts';
import { requestJson, requestNothing, withQuery } from '../http/http.ts';

export const schemaKeys = {
  all: ['schemas'] as const,
  list: ['schemas', 'list'] as const,
  one: (id: string, version?: number) => ['schemas', 'one', id, version ?? 'newest'] as const,
  versions: (id: string) => ['schemas', 'versions', id] as const,
};

/** Every schema in its newest version. */
export const schemasQuery = queryOptions({
  queryKey: schemaKeys.list,
  queryFn: async ({ signal }): Promise<Schema[]> => (await requestJson<{ items: Schema[] }>('/api/schemas', { signal })).items,
  staleTime: 60_000,
});

/** One schema, newest or of a version. */
export function schemaQuery(id: string, version?: number) {
  return queryOptions({
    queryKey: schemaKeys.one(id, version),
    queryFn: ({ signal }): Promise<Schema> =>
      requestJson<Schema>(withQuery(`/api/schemas/${encodeURIComponent(id)}`, { version }), { signal }),
    staleTime: version === undefined ? 30_000 : Number.POSITIVE_INFINITY,
  });
}

/** All versions, newest first. */
export function schemaVersionsQuery(id: string) {
  return queryOptions({
    queryKey: schemaKeys.versions(id),
    queryFn: async ({ signal }): Promise<Schema[]> =>
      (await requestJson<{ items: Schema[] }>(`/api/schemas/${encodeURIComponent(id)}/versions`, { signal })).items,
  });
}

/** Creates a schema, or with `id` saves a new version of it. @throws ProblemError with the pointer of each wrong input. */
export function useSaveSchema(id?: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: SchemaDraft) =>
      requestJson<Schema>(id ? `/api/schemas/${encodeURIComponent(id)}` : '/api/schemas', { method: id ? 'PUT' : 'POST', body }),
    onSuccess: (schema) => {
      client.setQueryData(schemaKeys.one(schema.id), schema);
      void client.invalidateQueries({ queryKey: schemaKeys.list });
      void client.invalidateQueries({ queryKey: schemaKeys.versions(schema.id) });
    },
  });
}

/** Removes a schema; documents keep what was extracted with it. */
export function useRemoveSchema() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => requestNothing(`/api/schemas/${encodeURIComponent(id)}`, { method: 'DELETE' }),
    onSuccess: () => client.invalidateQueries({ queryKey: schemaKeys.list }),
  });
}

/** Turns a JSON Schema into a draft, without saving it. */
export function importJsonSchema(jsonSchema: unknown): Promise<SchemaDraft> {
  return requestJson<SchemaDraft>('/api/schemas/import', { method: 'POST', body: jsonSchema });
}

/** The schema as JSON Schema 2020-12. */
export function exportJsonSchema(id: string): Promise<Record<string, unknown>> {
  return requestJson<Record<string, unknown>>(`/api/schemas/${encodeURIComponent(id)}/json-schema`);
}

/** How many documents use a schema now. */
export function schemaUseQuery(id: string) {
  return queryOptions({
    queryKey: ['schemas', 'use', id] as const,
    queryFn: async ({ signal }): Promise<number> => (await listDocuments({ schema_id: id, page_size: 1 }, signal)).total,
    staleTime: 60_000,
  });
}
