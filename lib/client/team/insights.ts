import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type {
  ChangedDocuments,
  CountedDocuments,
  CountedDocumentsQuery,
  InsightSettings,
  Insights,
  InsightsQuery,
  LayoutInsightsQuery,
} from '#lib/contract/desk/insights/insights.ts';
import type { LayoutInsights } from '#lib/contract/desk/insights/layout-insights.ts';
import type { NightlyCheck } from '#lib/contract/desk/insights/nightly-check.ts';
import type { Overview } from '#lib/contract/desk/insights/overview.ts';
import { requestJson, withQuery } from '../http/http.ts';
import { keepOfTheSame } from '../http/keep-of-the-same.ts';

/** Sums change with every decision of anybody: often enough to see one's own work, rarely enough to cost nothing. */
const OVERVIEW_MS = 10_000;
/** A run under way is followed closely; else one may begin by itself. */
const [RUNNING_MS, RESTING_MS] = [1_500, 60_000];
const insightKeys = {
  all: ['insights'] as const,
  overview: ['insights', 'overview'] as const,
  nightly: ['insights', 'nightly-check'] as const,
};

/** What waits, and what was done; asked again while it is looked at. */
export const overviewQuery = queryOptions({
  queryKey: insightKeys.overview,
  queryFn: ({ signal }): Promise<Overview> => {
    const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
    return requestJson<Overview>(withQuery('/api/overview', { time_zone: timeZone }), { signal });
  },
  staleTime: 2_000,
  refetchInterval: OVERVIEW_MS,
});

/** What approvals say of extraction in a time; where only the time changes the answer before stays visible while the next comes. */
export function insightsQuery(query: InsightsQuery) {
  const subject = [...insightKeys.all, 'of', query.schema_id, query.deployment_id] as const;
  return queryOptions({
    queryKey: [...subject, query] as const,
    queryFn: ({ signal }): Promise<Insights> => requestJson<Insights>(withQuery('/api/insights', query), { signal }),
    placeholderData: keepOfTheSame(subject),
    staleTime: 30_000,
  });
}

/** What people approved in a time, by layout. Deployments are asked for it, which may take a moment. */
export function layoutInsightsQuery(query: LayoutInsightsQuery) {
  const subject = [...insightKeys.all, 'layouts', query.schema_id, query.deployment_id] as const;
  return queryOptions({
    queryKey: [...subject, query] as const,
    queryFn: ({ signal }): Promise<LayoutInsights> => requestJson<LayoutInsights>(withQuery('/api/insights/layouts', query), { signal }),
    placeholderData: keepOfTheSame(subject),
    staleTime: 60_000,
  });
}

/** The documents in which people changed values of a field last. */
export function changedDocumentsQuery(schemaId: string, field: string) {
  return queryOptions({
    queryKey: [...insightKeys.all, 'documents', schemaId, field] as const,
    queryFn: ({ signal }): Promise<ChangedDocuments> =>
      requestJson<ChangedDocuments>(withQuery('/api/insights/documents', { schema_id: schemaId, field }), { signal }),
    staleTime: 30_000,
  });
}

/** The documents approved last of those that a figure counts. */
export function countedDocumentsQuery(query: CountedDocumentsQuery) {
  return queryOptions({
    queryKey: [...insightKeys.all, 'counted-documents', query] as const,
    queryFn: ({ signal }): Promise<CountedDocuments> =>
      requestJson<CountedDocuments>(withQuery('/api/insights/counted-documents', query), { signal }),
    staleTime: 30_000,
  });
}

/** Switches the figures of people on or off. */
export function useSaveInsightSettings() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: InsightSettings) => requestJson<InsightSettings>('/api/insights/settings', { method: 'PUT', body }),
    onSettled: () => client.invalidateQueries({ queryKey: insightKeys.all }),
  });
}

/** What the nightly check found, of one schema or of all. */
export function nightlyCheckQuery(schemaId: string | undefined) {
  return queryOptions({
    queryKey: [...insightKeys.nightly, schemaId ?? null] as const,
    queryFn: ({ signal }): Promise<NightlyCheck> =>
      requestJson<NightlyCheck>(withQuery('/api/insights/nightly-check', { schema_id: schemaId }), { signal }),
    refetchInterval: ({ state: { data } }) => (data?.run && data.run.ended_at === null ? RUNNING_MS : RESTING_MS),
  });
}

/** Switches the check by night on or off (a value), or begins one now (`now`). */
export function useNightlyCheck() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (wanted: boolean | 'now') =>
      requestJson<NightlyCheck>(
        '/api/insights/nightly-check',
        wanted === 'now' ? { method: 'POST' } : { method: 'PUT', body: { is_on: wanted } },
      ),
    onSettled: () => client.invalidateQueries({ queryKey: insightKeys.nightly }),
  });
}
