'use client';

import { useQuery } from '@tanstack/react-query';
import { Unplug } from 'lucide-react';
import { useMay } from '#components/shared/current-user.ts';
import { Button } from '#components/ui/button.tsx';
import { EmptyState } from '#components/ui/empty-state.tsx';
import { lazyWithPrefetch } from '#components/ui/lazy-with-prefetch.tsx';
import { Skeleton } from '#components/ui/skeleton.tsx';
import { errorMessage } from '#lib/client/http/error-message.ts';
import { overviewQuery } from '#lib/client/team/insights.ts';
import type { Overview } from '#lib/contract/desk/insights/overview.ts';
import { EmptyDesk } from './empty-desk.tsx';
import { HealthPart } from './health-part.tsx';
import { NextStepPart } from './next-step-part.tsx';
import { QueuesPart } from './queues-part.tsx';
import { WaitingCards } from './waiting-cards.tsx';

// charts are most of the code of this screen: it does not wait for them, nor they for its figures
const DonePart = lazyWithPrefetch<{ days: Overview['days'] }>(
  async () => (await import('./done-part.tsx')).DonePart,
  () => <div className="h-84 rounded-md border bg-surface" />,
  { isAtOnce: true },
);

/** The first screen: what waits, what is in trouble, what was done, and what to do next. */
export function OverviewScreen() {
  const overview = useQuery(overviewQuery);
  const isAdmin = useMay('admin');
  const { data } = overview;
  return (
    <div className="min-h-0 flex-1 overflow-auto print:overflow-visible">
      <div className="mx-auto flex max-w-300 flex-col gap-4 p-4 max-md:p-3">
        <div className="flex min-h-8 flex-wrap items-center gap-x-4 gap-y-2">
          <h1 className="font-semibold text-lg">Overview</h1>
          {data && data.documents > 0 ? <NextStepPart overview={data} /> : null}
        </div>
        {data ? (
          data.documents === 0 ? (
            <EmptyDesk />
          ) : (
            <>
              <WaitingCards overview={data} />
              <div className="grid grid-cols-[minmax(0,3fr)_minmax(0,2fr)] gap-4 max-lg:grid-cols-1">
                <DonePart days={data.days} />
                <QueuesPart waiting={data.waiting} />
              </div>
            </>
          )
        ) : overview.isError ? (
          <EmptyState
            icon={<Unplug size={20} aria-hidden />}
            title="The overview could not be loaded"
            actions={<Button onPress={() => void overview.refetch()}>Try again</Button>}
          >
            {errorMessage(overview.error)}
          </EmptyState>
        ) : (
          <Loading />
        )}
        {data?.health && isAdmin ? <HealthPart health={data.health} /> : null}
      </div>
    </div>
  );
}

function Loading() {
  return (
    <div role="status" aria-label="Loading the overview" className="grid grid-cols-4 gap-4 max-lg:grid-cols-2">
      {[0, 1, 2, 3].map((index) => (
        <div key={index} className="flex h-28 flex-col gap-3 rounded-md border bg-surface p-4">
          <Skeleton className="w-24" />
          <Skeleton className="h-7 w-14" />
          <Skeleton className="w-36" />
        </div>
      ))}
    </div>
  );
}
