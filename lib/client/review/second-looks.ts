import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { ListSecondLooks, SaveSecondLook } from '#lib/contract/desk/second-look.ts';
import { requestJson, requestNothing } from '../http/http.ts';

const key = ['second-looks'] as const;

/** What waits for a second look, what was found, and how often people agreed. */
export const secondLooksQuery = queryOptions({
  queryKey: key,
  queryFn: ({ signal }): Promise<ListSecondLooks> => requestJson<ListSecondLooks>('/api/queues/second-looks', { signal }),
  staleTime: 10_000,
});

/** Saves what a second person says of each value. */
export function useSaveSecondLook(documentId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: SaveSecondLook) => requestNothing(`/api/queues/second-looks/${documentId}`, { method: 'PUT', body }),
    onSuccess: () => client.invalidateQueries({ queryKey: key }),
  });
}
