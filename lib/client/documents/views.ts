import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { ListViews, SavedView, ViewDraft } from '#lib/contract/desk/search/saved-view.ts';
import { requestJson, requestNothing } from '../http/http.ts';

const VIEWS = ['views'] as const;

/** One's own views of the documents list and the shared ones, by name. */
export const viewsQuery = queryOptions({
  queryKey: VIEWS,
  queryFn: async ({ signal }): Promise<SavedView[]> => (await requestJson<ListViews>('/api/views', { signal })).items,
  staleTime: 60_000,
});

/** Saves a view, or changes the one of that id. @throws ProblemError `conflict` for a name in use */
export function useSaveView() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id, draft }: { id: string | null; draft: ViewDraft }) =>
      requestJson<SavedView>(id === null ? '/api/views' : `/api/views/${id}`, { method: id === null ? 'POST' : 'PUT', body: draft }),
    onSettled: () => client.invalidateQueries({ queryKey: VIEWS }),
  });
}

export function useRemoveView() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => requestNothing(`/api/views/${id}`, { method: 'DELETE' }),
    onSettled: () => client.invalidateQueries({ queryKey: VIEWS }),
  });
}
