import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { Forget, Learned } from '#lib/contract/desk/learned.ts';
import { requestJson, requestNothing, withQuery } from '../http/http.ts';
import { pauseOf } from '../http/poll-pace.ts';

const FASTEST_MS = 2_000;
/** What is kept of what a schema has learned. */
export const learnedKey = (schemaId: string) => ['schemas', 'learned', schemaId] as const;
const pathOf = (schemaId: string) => `/api/schemas/${encodeURIComponent(schemaId)}/learned`;

/** True while examples are being learned or forgotten. */
function isChanging({ places }: Learned): boolean {
  return places.some(({ unlearned, forgetting }) => forgetting > 0 || unlearned.some(({ status }) => status === 'pending'));
}

/** What a schema has learned from approvals; asked again while that is still to change. */
export function learnedQuery(schemaId: string) {
  return queryOptions({
    queryKey: learnedKey(schemaId),
    queryFn: ({ signal }): Promise<Learned> => requestJson<Learned>(pathOf(schemaId), { signal }),
    staleTime: 2_000,
    refetchInterval: (query) => (query.state.data && isChanging(query.state.data) ? pauseOf(query, FASTEST_MS) : false),
  });
}

/** Has something forgotten that a schema has learned. Ends when the list was asked for anew. */
export function useForget(schemaId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (which: Forget) => requestNothing(withQuery(pathOf(schemaId), which), { method: 'DELETE' }),
    onSettled: () => client.invalidateQueries({ queryKey: learnedKey(schemaId) }),
  });
}
