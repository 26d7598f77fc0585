import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { z } from 'zod';
import type { ListQueues, Pulled, paceSchema, Queue, QueueDraft } from '#lib/contract/desk/queue.ts';
import { requestJson, requestNothing } from '../http/http.ts';
import { tabId } from '../http/tab-id.ts';

const queueKeys = { all: ['queues'] as const, list: ['queues', 'list'] as const, pace: ['queues', 'pace'] as const };

/** Every queue with what is in it now; asked again while the screen is open, since nothing tells of it. */
export const queuesQuery = queryOptions({
  queryKey: queueKeys.list,
  queryFn: ({ signal }): Promise<ListQueues> => requestJson<ListQueues>('/api/queues', { signal }),
  staleTime: 2_000,
  refetchInterval: 10_000,
});

/** The person's own pace in seconds a document; null when there are too few decisions. */
export const paceQuery = queryOptions({
  queryKey: queueKeys.pace,
  queryFn: async ({ signal }) => (await requestJson<z.infer<typeof paceSchema>>('/api/queues/pace', { signal })).seconds_per_document,
  staleTime: 60_000,
});

/** Makes a queue, or changes the one of that id. */
export function useSaveQueue() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id, draft }: { id: string | null; draft: QueueDraft }) =>
      requestJson<Queue>(id === null ? '/api/queues' : `/api/queues/${id}`, { method: id === null ? 'POST' : 'PUT', body: draft }),
    onSettled: () => client.invalidateQueries({ queryKey: queueKeys.list }),
  });
}

export function useRemoveQueue() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => requestNothing(`/api/queues/${id}`, { method: 'DELETE' }),
    onSettled: () => client.invalidateQueries({ queryKey: queueKeys.list }),
  });
}

/**
 * The next document for this person, locked for this tab.
 * @param queueId null = of the first queue that has something
 * @param options.after the document just worked on · `ahead`: only in advance
 */
export function pullNext(queueId: string | null, options: { after?: string; ahead?: boolean; signal?: AbortSignal } = {}): Promise<Pulled> {
  const { signal, ...more } = options;
  const path = queueId === null ? '/api/queues/next' : `/api/queues/${queueId}/next`;
  return requestJson<Pulled>(path, { method: 'POST', body: { tab: tabId(), ...more }, ...(signal ? { signal } : {}) });
}
