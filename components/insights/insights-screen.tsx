'use client';

import { useQuery } from '@tanstack/react-query';
import { ChartNoAxesCombined, Unplug } from 'lucide-react';
import { useKeepInsightsAddress } from '#components/shared/documents/insights-place.ts';
import { Button, LinkButton } from '#components/ui/button.tsx';
import { EmptyState } from '#components/ui/empty-state.tsx';
import { lazyWithPrefetch } from '#components/ui/lazy-with-prefetch.tsx';
import { Skeleton } from '#components/ui/skeleton.tsx';
import { errorMessage } from '#lib/client/http/error-message.ts';
import { insightsQuery } from '#lib/client/team/insights.ts';
import type { FieldInsight, Insights } from '#lib/contract/desk/insights/insights.ts';
import { DeploymentsPart } from './deployments-part.tsx';
import { FieldsTable } from './fields/fields-table.tsx';
import type { InsightChartsProps } from './insight-charts.tsx';
import { InsightFigures } from './insight-figures.tsx';
import { InsightsFilter } from './insights-filter.tsx';
import { KindsPart } from './kinds-part.tsx';
import { LayoutsPart } from './layouts-part.tsx';
import { PeoplePart } from './people-part.tsx';
import { SchemasTable } from './schemas/schemas-table.tsx';
import { ThresholdsPlace } from './thresholds-place.tsx';
import { addressWith, useInsightsState } from './use-insights-state.ts';

// charts are most of the code of this screen: it does not wait for them, nor they for its figures
const InsightCharts = lazyWithPrefetch<InsightChartsProps>(
  async () => (await import('./insight-charts.tsx')).InsightCharts,
  () => <div className="h-84 rounded-md border bg-surface" />,
  { isAtOnce: true },
);

const ThresholdsPart = lazyWithPrefetch<{ schemaId: string; fields: readonly FieldInsight[]; samples: Insights['samples'] }>(
  async () => (await import('./thresholds-part.tsx')).ThresholdsPart,
  () => <div className="h-84 rounded-md border bg-surface" />,
  { isAtOnce: true },
);

const AutomaticApprovalPart = lazyWithPrefetch<{ schemaId: string; schemaName: string }>(
  async () => (await import('./automatic-approval-part.tsx')).AutomaticApprovalPart,
  () => <div className="h-84 rounded-md border bg-surface" />,
  { isAtOnce: true },
);

const NightlyCheckPart = lazyWithPrefetch<{ schemaId: string; isQuiet?: boolean }>(
  async () => (await import('./nightly-check-part.tsx')).NightlyCheckPart,
  () => <div className="h-24 rounded-md border bg-surface" />,
  { isAtOnce: true },
);

/** What approvals say of extraction and of the work on it. */
export function InsightsScreen() {
  const { state, setState, query } = useInsightsState();
  useKeepInsightsAddress();
  const insights = useQuery(insightsQuery(query));
  const { data } = insights;
  return (
    <div className="flex min-h-0 flex-1 flex-col print:block">
      <div className="flex shrink-0 flex-wrap items-center gap-x-3 gap-y-2 border-b bg-canvas px-3 py-2.5">
        <h1 className="font-semibold text-lg">Insights</h1>
        <InsightsFilter state={state} onChange={(change) => void setState(change)} />
      </div>
      <div
        className="min-h-0 flex-1 overflow-auto transition-opacity aria-busy:opacity-60 print:overflow-visible"
        aria-busy={insights.isPlaceholderData}
      >
        <div className="mx-auto flex max-w-300 flex-col gap-4 p-4 max-md:p-3">
          {data ? (
            data.review.approved + data.review.automatic + data.review.rejected === 0 ? (
              <>
                <NothingCounted />
                {data.by_deployment.length > 0 ? <DeploymentsPart deployments={data.by_deployment} /> : null}
                <NightlyCheckPart key={`nightly ${state.schema}`} schemaId={state.schema} isQuiet />
              </>
            ) : (
              <>
                <InsightFigures insights={data} />
                <InsightCharts insights={data} days={state.days} query={query} />
                <NightlyCheckPart key={`nightly ${state.schema}`} schemaId={state.schema} />
                {state.schema ? (
                  <ThresholdsPlace key={state.schema}>
                    <ThresholdsPart schemaId={state.schema} fields={data.fields} samples={data.samples} />
                    <AutomaticApprovalPart schemaId={state.schema} schemaName={data.fields[0]?.schema_name ?? ''} />
                  </ThresholdsPlace>
                ) : (
                  <SchemasTable schemas={data.by_schema} addressOf={(schema) => addressWith({ ...state, schema })} />
                )}
                <FieldsTable fields={data.fields} review={data.review} hasSchema={state.schema !== ''} />
                {state.schema ? <LayoutsPart key={`layouts ${state.schema}`} query={{ ...query, schema_id: state.schema }} /> : null}
                <DeploymentsPart deployments={data.by_deployment} />
                {data.kinds.length > 0 ? <KindsPart kinds={data.kinds} query={query} /> : null}
                <PeoplePart insights={data} />
              </>
            )
          ) : insights.isError ? (
            <EmptyState
              icon={<Unplug size={20} aria-hidden />}
              title="The insights could not be loaded"
              actions={<Button onPress={() => void insights.refetch()}>Try again</Button>}
            >
              {errorMessage(insights.error)}
            </EmptyState>
          ) : (
            <div role="status" aria-label="Loading the insights" className="flex flex-col gap-4">
              <Skeleton className="h-24" />
              <Skeleton className="h-84" />
            </div>
          )}
        </div>
      </div>
    </div>
  );
}

function NothingCounted() {
  return (
    <EmptyState
      icon={<ChartNoAxesCombined size={20} aria-hidden />}
      title="Nothing was approved in this time"
      actions={<LinkButton href="/documents?tab=to_review">Documents to review</LinkButton>}
    >
      Each approval compares what was extracted with what a person found right. From these comparisons come the figures here: which fields
      go wrong, whether confidence can be trusted, and which flags are needless.
    </EmptyState>
  );
}
