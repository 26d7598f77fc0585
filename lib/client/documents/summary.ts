import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { DeskSummary, RawAnswer, SummaryEndpoint } from '#lib/contract/desk/deployment.ts';
import { requestJson } from '../http/http.ts';
import { pauseOf } from '../http/poll-pace.ts';

const keyOf = (id: string) => ['summary', id] as const;
const UNDER_WAY_MS = 1_000;

/** True while the deployment is at work on it. */
export function isUnderWay(summary: DeskSummary): boolean {
  return summary.state === 'requested' || summary.state === 'running';
}

/** The summary a person last asked for, asked for again until it is settled. */
export function summaryQuery(id: string) {
  return queryOptions({
    queryKey: keyOf(id),
    queryFn: async ({ signal }): Promise<DeskSummary | null> =>
      (await requestJson<{ summary: DeskSummary | null }>(`/api/documents/${id}/summary`, { signal })).summary,
    refetchInterval: (query) => (query.state.data && isUnderWay(query.state.data) ? pauseOf(query, UNDER_WAY_MS) : false),
  });
}

/** Asks the deployment for a summary. */
export function useRequestSummary(id: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (endpoint: SummaryEndpoint) =>
      (await requestJson<{ summary: DeskSummary | null }>(`/api/documents/${id}/summary`, { method: 'POST', body: { endpoint } })).summary,
    onSuccess: (summary) => client.setQueryData(keyOf(id), summary),
  });
}

/** The deployment's last answer about the extraction, word for word. */
export function rawAnswerQuery(id: string) {
  return queryOptions({
    queryKey: ['raw-answer', id] as const,
    queryFn: ({ signal }): Promise<RawAnswer> => requestJson<RawAnswer>(`/api/documents/${id}/answer`, { signal }),
  });
}
