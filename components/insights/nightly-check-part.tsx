'use client';

import { useQuery } from '@tanstack/react-query';
import { Play } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { ChartFrame } from '#components/shared/charts/chart-frame.tsx';
import { useMay } from '#components/shared/current-user.ts';
import { countOf, formatMoment } from '#components/shared/format.ts';
import { LoadingPart } from '#components/shared/loading-part.tsx';
import { Button } from '#components/ui/button.tsx';
import { Switch } from '#components/ui/inputs/switch.tsx';
import { showToast } from '#components/ui/layers/toast.tsx';
import { ProgressBar } from '#components/ui/progress-bar.tsx';
import { errorMessage } from '#lib/client/http/error-message.ts';
import { nightlyCheckQuery, useNightlyCheck } from '#lib/client/team/insights.ts';
import { FEWEST_CHECKED, type NightlyCheck, type NightlyRun } from '#lib/contract/desk/insights/nightly-check.ts';
import { NightlySchema } from './nightly-schema.tsx';

/** Where entries of the inbox lead to. */
const ANCHOR = 'nightly-check';

/**
 * How many values of approved documents come out right when they are extracted again each night, and what changed.
 * @param props.schemaId empty = all schemas
 * @param props.isQuiet say nothing while nothing was checked
 */
export function NightlyCheckPart({ schemaId, isQuiet = false }: { schemaId: string; isQuiet?: boolean }) {
  const check = useQuery(nightlyCheckQuery(schemaId || undefined));
  const frame = useRef<HTMLDivElement>(null);
  const { data } = check;
  const isThere = data !== undefined;
  useEffect(() => {
    // it came after the browser had looked for the place
    if (isThere && window.location.hash === `#${ANCHOR}`) frame.current?.scrollIntoView({ block: 'start' });
  }, [isThere]);
  const schemas = data?.schemas ?? [];
  if (isQuiet && schemas.length === 0) return null;
  return (
    <div id={ANCHOR} ref={frame}>
      <ChartFrame
        title="Nightly check"
        summary="Each night documents that people approved are extracted again and compared with what was approved. No document changes. Where a language model extracts, each of them costs a request to it."
        fileName="nightly-check"
        data={{
          columns: ['Checked', 'Schema', 'Documents', 'Could not be extracted', 'Values', 'Right', 'Fell'],
          rows: schemas.flatMap(({ schema_name, nights }) =>
            nights.map((night) => [
              night.at.slice(0, 16).replace('T', ' '),
              schema_name,
              night.documents,
              night.failed,
              night.values,
              night.right,
              night.fell ? 'yes' : 'no',
            ]),
          ),
        }}
        empty={
          data === undefined ? (
            <LoadingPart query={check}>{() => null}</LoadingPart>
          ) : schemas.length === 0 ? (
            <div className="flex flex-col gap-3">
              <Controls check={data} />
              <p className="max-w-180 text-ink-muted">{emptyWords(data, schemaId !== '')}</p>
            </div>
          ) : undefined
        }
      >
        {data ? (
          <div className="flex flex-col gap-3">
            <Controls check={data} />
            <ul aria-label="Schemas checked" className="-mx-4 flex flex-col border-t">
              {schemas.map((schema) => (
                <NightlySchema key={schema.schema_id} schema={schema} isAlone={schemas.length === 1} />
              ))}
            </ul>
          </div>
        ) : null}
      </ChartFrame>
    </div>
  );
}

function Controls({ check }: { check: NightlyCheck }) {
  const { run, is_on } = check;
  const isAdmin = useMay('admin');
  const change = useNightlyCheck();
  const isRunning = run !== null && run.ended_at === null;
  const wish = (wanted: boolean | 'now') =>
    change.mutate(wanted, {
      onError: (error) =>
        showToast({ tone: 'bad', title: wanted === 'now' ? 'The check did not begin' : 'Not saved', detail: errorMessage(error) }),
    });
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <div role="status" className="min-w-60 flex-1 text-ink-muted">
        {isRunning ? (
          <div className="flex max-w-120 flex-col gap-1.5">
            <p className="tabular-nums">
              Checking: {run.done.toLocaleString('en')} of {countOf(run.planned, 'document')}
            </p>
            <ProgressBar label="Documents checked" value={run.planned === 0 ? null : run.done / run.planned} />
            {run.trouble ? <p className="break-words text-warn">It waits and goes on by itself. {run.trouble}</p> : null}
          </div>
        ) : (
          <p>{restWords(run, is_on)}</p>
        )}
      </div>
      {isAdmin ? (
        <div className="flex items-center gap-4 print:hidden">
          <Switch isSelected={is_on} onChange={wish}>
            Check each night
          </Switch>
          <Button
            size="small"
            icon={<Play size={13} aria-hidden />}
            isDisabled={isRunning}
            isPending={change.isPending && change.variables === 'now'}
            onPress={() => wish('now')}
          >
            Check now
          </Button>
        </div>
      ) : null}
    </div>
  );
}

/** What is said of the run before, while none is under way. */
function restWords(run: NightlyRun | null, isOn: boolean): string {
  const next = isOn ? '' : ' It is switched off: nothing is checked at night.';
  if (!run?.ended_at) return isOn ? 'The first check is made in the night after the first approvals.' : next.trim();
  const when = `The last run began ${formatMoment(run.started_at)}`;
  const who = run.by ? `, asked for by ${run.by},` : '';
  const left = run.planned - run.done;
  if (run.outcome === 'off') return `${when} and ended early, because it was switched off.${next}`;
  if (run.outcome === 'late') {
    const why = run.trouble ? ` ${run.trouble}` : '';
    return `${when}${who} and ended after three hours. ${countOf(left, 'document')} ${left === 1 ? 'was' : 'were'} not reached; they come first in the next run.${why}${next}`;
  }
  if (run.planned === 0) return `${when}${who} and found nothing to check.${next}`;
  return `${when}${who} and checked ${countOf(run.done, 'document')}.${next}`;
}

function emptyWords({ closest }: NightlyCheck, hasSchema: boolean): string {
  const why =
    'A change of the schema, the engine or what was learned may make values wrong that were right. The check finds that, tells admins in their inbox, and lists here what was lost.';
  const needs = `It needs ${FEWEST_CHECKED} documents of a schema that people approved, at a document service of Countersign’s own.`;
  if (hasSchema) return `${why} ${needs} This schema was not checked yet.`;
  if (!closest) return `${why} ${needs} So far there is none.`;
  const has = `${closest.schema_name} has ${closest.documents.toLocaleString('en')}`;
  return closest.documents < FEWEST_CHECKED ? `${why} ${needs} So far ${has}.` : `${why} ${has}: it is checked next night.`;
}
