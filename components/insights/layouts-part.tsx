'use client';

import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { Link } from 'react-aria-components/Link';
import { ChartFrame } from '#components/shared/charts/chart-frame.tsx';
import { secondsWords } from '#components/shared/charts/seconds-words.ts';
import { intervalWords, shareWords } from '#components/shared/charts/share-words.ts';
import { ShowAll } from '#components/shared/charts/show-all.tsx';
import { FrontPage } from '#components/shared/documents/front-page.tsx';
import { Button } from '#components/ui/button.tsx';
import { Skeleton } from '#components/ui/skeleton.tsx';
import { BodyCell, HeadCell, Table } from '#components/ui/table.tsx';
import { errorMessage } from '#lib/client/http/error-message.ts';
import { layoutInsightsQuery } from '#lib/client/team/insights.ts';
import type { LayoutInsightsQuery } from '#lib/contract/desk/insights/insights.ts';
import type { LayoutInsight, LayoutInsights, LayoutWork } from '#lib/contract/desk/insights/layout-insights.ts';

const FIRST = 10;
const COLUMNS = ['Layout', 'Approved', 'Unchanged', 'Values', 'Changed', 'Measured', 'Seconds'];

/** What people approved of a schema, by layout: which form or sender costs most. */
export function LayoutsPart({ query }: { query: LayoutInsightsQuery }) {
  const insights = useQuery(layoutInsightsQuery(query));
  const { data } = insights;
  return (
    <ChartFrame
      title="Layouts, those with most changed values first"
      summary={
        <>
          Documents that look alike, as the schema learned them from approvals. All about them is in{' '}
          <Link
            href={`/schemas/${encodeURIComponent(query.schema_id)}?tab=learned`}
            className="rounded-sm text-accent underline underline-offset-2"
          >
            Learned
          </Link>
          .
        </>
      }
      fileName="layouts"
      data={{ columns: COLUMNS, rows: data ? listRows(data) : [] }}
      empty={
        data ? (
          data.layouts.length > 0 ? undefined : (
            <div className="flex flex-col gap-2">
              <Problems insights={data} />
              <p className="text-ink-muted">No document of this time has a layout that the schema has learned.</p>
            </div>
          )
        ) : insights.isError ? (
          <div className="flex flex-wrap items-center gap-3">
            <p className="text-bad">{errorMessage(insights.error)}</p>
            <Button size="small" onPress={() => void insights.refetch()}>
              Try again
            </Button>
          </div>
        ) : (
          <div role="status" aria-label="Loading the layouts">
            <Skeleton className="h-24" />
          </div>
        )
      }
    >
      {data ? <LayoutsTable insights={data} /> : null}
    </ChartFrame>
  );
}

function LayoutsTable({ insights }: { insights: LayoutInsights }) {
  const [isAll, setAll] = useState(false);
  const { layouts, rest, is_cut } = insights;
  const shown = isAll ? layouts : layouts.slice(0, FIRST);
  return (
    <>
      <Problems insights={insights} />
      <div className="-mx-4 overflow-x-auto">
        <Table label="Layouts">
          <thead>
            <tr>
              <HeadCell className="pl-4">Layout</HeadCell>
              <HeadCell className="text-right">Changed values</HeadCell>
              <HeadCell className="text-right">Approved</HeadCell>
              <HeadCell className="text-right max-sm:hidden">No correction needed</HeadCell>
              <HeadCell className="pr-4 text-right max-md:hidden">Work per document</HeadCell>
            </tr>
          </thead>
          <tbody className="[&>tr:last-child>td]:border-b-0">
            {shown.map((layout) => (
              <WorkLine key={`${layout.deployment_id} ${layout.id}`} work={layout.work}>
                <span className="flex items-center gap-2.5">
                  <FrontPage documentId={layout.picture_of} className="h-10 w-7.5" />
                  <bdi className="line-clamp-2 break-words font-medium">{nameOf(layout)}</bdi>
                </span>
              </WorkLine>
            ))}
            {rest.approved > 0 ? (
              <WorkLine work={rest}>
                <span className="text-ink-muted">Other documents</span>
              </WorkLine>
            ) : null}
          </tbody>
        </Table>
      </div>
      <ShowAll first={FIRST} total={layouts.length} what="layouts" isAll={isAll} onChange={setAll} />
      {is_cut ? (
        <p className="pt-2 text-ink-muted text-xs">
          There are too many examples to look at all of them; these are the layouts of the newest.
        </p>
      ) : null}
    </>
  );
}

function WorkLine({ work, children }: { work: LayoutWork; children: ReactNode }) {
  return (
    <tr>
      <BodyCell className="py-1.5 pl-4">{children}</BodyCell>
      <BodyCell className="whitespace-nowrap text-right">
        <span className="block font-medium">{shareWords(work.changed, work.values)}</span>
        <span className="block text-ink-faint text-xs">
          {intervalWords(work.changed, work.values)} of {work.values.toLocaleString('en')}
        </span>
      </BodyCell>
      <BodyCell className="text-right">{work.approved.toLocaleString('en')}</BodyCell>
      <BodyCell className="text-right max-sm:hidden">{shareWords(work.unchanged, work.approved)}</BodyCell>
      <BodyCell className="whitespace-nowrap pr-4 text-right max-md:hidden">
        {work.timed === 0 ? <span className="text-ink-faint">–</span> : secondsWords(work.seconds / work.timed)}
      </BodyCell>
    </tr>
  );
}

function Problems({ insights: { problems } }: { insights: LayoutInsights }) {
  return problems.map(({ name, problem }) => (
    <p key={name} className="pb-2 text-warn text-xs">
      {name} could not be asked for its layouts: {problem}
    </p>
  ));
}

function listRows({ layouts, rest }: LayoutInsights) {
  const rowOf = (name: string, { approved, unchanged, values, changed, timed, seconds }: LayoutWork) => {
    return [name, approved, unchanged, values, changed, timed, Math.round(seconds)];
  };
  const others = rest.approved > 0 ? [rowOf('Other documents', rest)] : [];
  return [...layouts.map((layout) => rowOf(nameOf(layout), layout.work)), ...others];
}

/** Whom such documents are from; where no field says it, what the newest of them is called. */
const nameOf = ({ parties, newest_name }: LayoutInsight) => (parties.length > 0 ? parties.join(', ') : newest_name);
