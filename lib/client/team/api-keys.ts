import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { z } from 'zod';
import type { listApiKeysSchema, MadeApiKey, NewApiKey } from '#lib/contract/desk/api-key.ts';
import { requestJson, requestNothing } from '../http/http.ts';

const keysKey = ['api-keys'] as const;

/** The keys of the embedded service, for admins. */
export const apiKeysQuery = queryOptions({
  queryKey: keysKey,
  queryFn: ({ signal }) => requestJson<z.infer<typeof listApiKeysSchema>>('/api/keys', { signal }),
  staleTime: 10_000,
});

/** Makes a key; the answer is the only one that holds it. */
export function useCreateApiKey() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: NewApiKey) => requestJson<MadeApiKey>('/api/keys', { method: 'POST', body }),
    onSettled: () => client.invalidateQueries({ queryKey: keysKey }),
  });
}

export function useRevokeApiKey() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => requestNothing(`/api/keys/${id}`, { method: 'DELETE' }),
    onSettled: () => client.invalidateQueries({ queryKey: keysKey }),
  });
}
