'use client';

import { useId, useMemo, useState } from 'react';
import { CartesianGrid, Line, LineChart, ResponsiveContainer, Tooltip, XAxis, YAxis } from 'recharts';
import { AXIS, ChartTip, GRID } from '#components/shared/charts/chart-style.tsx';
import { dayWords } from '#components/shared/charts/day-words.ts';
import { shareWords } from '#components/shared/charts/share-words.ts';
import { ComparedFields } from '#components/shared/comparison/compared-fields.tsx';
import { countOf, formatMoment } from '#components/shared/format.ts';
import { Badge, type Tone } from '#components/ui/badge.tsx';
import { classNames } from '#components/ui/class-names.ts';
import { DisclosureButton } from '#components/ui/disclosure-button.tsx';
import type { LatestCheck, Night, NightlyCheck } from '#lib/contract/desk/insights/nightly-check.ts';
import { percentTicks } from './percent-ticks.ts';

const HEIGHT = 150;

type Checked = NightlyCheck['schemas'][number];

/** How a schema did in its checks: in a line, and opened with the nights before and what changed. */
export function NightlySchema({ schema, isAlone }: { schema: Checked; isAlone: boolean }) {
  const { schema_name, nights, latest } = schema;
  const last = nights.at(-1);
  const [isOpen, setOpen] = useState(isAlone || last?.fell === true);
  const id = useId();
  if (!last) return null;
  const [losses, gains] = [sumOf(latest, 'losses'), sumOf(latest, 'gains')];
  const { word, tone } = verdictOf(last, latest, losses, gains);
  return (
    <li className="border-b last:border-b-0">
      <DisclosureButton
        isOpen={isOpen}
        onToggle={setOpen}
        controls={id}
        className="w-full px-4 py-2.5 hover:bg-hover"
        end={
          <>
            <Badge tone={tone}>{word}</Badge>
            <span className="whitespace-nowrap text-ink-muted tabular-nums">
              {shareWords(last.right, last.values)} of {countOf(last.values, 'value')} right
            </span>
          </>
        }
      >
        <bdi className="min-w-0 break-words font-medium">{schema_name}</bdi>
      </DisclosureButton>
      {isOpen ? (
        <div id={id} className="flex flex-col gap-3 px-4 pb-4">
          <NightsChart name={schema_name} nights={nights} />
          <Changes latest={latest} last={last} losses={losses} gains={gains} />
        </div>
      ) : null}
    </li>
  );
}

function sumOf({ fields }: LatestCheck, name: 'losses' | 'gains'): number {
  return fields.reduce((sum, field) => sum + field[name], 0);
}

function verdictOf(last: Night, latest: LatestCheck, losses: number, gains: number): { word: string; tone: Tone } {
  if (last.fell) return { word: 'Quality fell', tone: 'bad' };
  if (last.documents === 0) return { word: 'Could not be checked', tone: 'warn' };
  if (!latest.compared) return { word: 'First check', tone: 'neutral' };
  if (losses > gains) return { word: 'May be chance', tone: 'warn' };
  return losses + gains > 0 ? { word: 'Not worse', tone: 'ok' } : { word: 'As before', tone: 'ok' };
}

function Changes({ latest, last, losses, gains }: { latest: LatestCheck; last: Night; losses: number; gains: number }) {
  const documents = useMemo(() => new Map(latest.documents.map((document) => [document.id, document])), [latest]);
  const fields = useMemo(
    () =>
      latest.fields
        .map((field) => ({
          ...field,
          changes: latest.changes
            .filter((change) => change.field === field.field)
            .map(({ document_id, ...change }) => ({ ...change, documentId: document_id })),
        }))
        .filter((field) => field.losses + field.gains > 0)
        .sort((one, other) => other.losses - one.losses || other.gains - one.gains),
    [latest],
  );
  const { compared, left } = latest;
  return (
    <>
      <div className="flex max-w-200 flex-col gap-1">
        <p className={classNames(last.fell && 'font-medium text-bad')}>{foundWords(latest, last, losses, gains)}</p>
        {losses + gains > 0 ? <p className="text-ink-muted">{differenceWords(latest)}</p> : null}
        {last.failed > 0 ? (
          <p className="text-warn">
            {countOf(last.failed, 'document')} could not be extracted and {last.failed === 1 ? 'is' : 'are'} not counted.
          </p>
        ) : null}
      </div>
      {compared && fields.length > 0 ? (
        <ComparedFields fields={fields} documents={documents} before={`Right ${formatMoment(compared.since)}`} after="Right now" />
      ) : null}
      {left > 0 ? <p className="text-ink-muted">{countOf(left, 'more change')} not listed.</p> : null}
    </>
  );
}

function foundWords({ compared, probability }: LatestCheck, last: Night, losses: number, gains: number): string {
  if (!compared) return 'The next check is compared with this one, document by document.';
  const on = `Compared on ${countOf(compared.documents, 'document')} with the values of ${formatMoment(compared.since)}`;
  if (losses + gains === 0) return `${on}: every value is right or wrong as before.`;
  const lost = `${countOf(losses, 'value')} that ${losses === 1 ? 'was' : 'were'} right ${losses === 1 ? 'comes' : 'come'} out wrong`;
  const gained = `${countOf(gains, 'more value')} ${gains === 1 ? 'comes' : 'come'} out right`;
  const said = `${on}: ${losses === 0 ? gained : gains === 0 ? lost : `${lost}, and ${gained}`}.`;
  if (last.fell) return `${said} By chance that would come about in ${oddsOf(probability)} checks.`;
  return losses > gains ? `${said} So few may be chance; the next checks are compared with the same values.` : said;
}

const oddsOf = (probability: number) =>
  probability < 1e-6 ? 'fewer than 1 in 1,000,000' : `1 in ${Math.round(1 / probability).toLocaleString('en')}`;

/** What may explain it. */
function differenceWords({ before, now }: LatestCheck): string {
  const differs = (name: 'schema_versions' | 'engines' | 'approved') => JSON.stringify(before[name]) !== JSON.stringify(now[name]);
  const list = (values: readonly (string | number)[]) => [...new Set(values)].join(' and ');
  const range = (values: readonly number[]) => [...new Set(values)].map((value) => value.toLocaleString('en')).join('–');
  const said = [
    ...(differs('schema_versions') ? [`schema version ${list(before.schema_versions)} → ${list(now.schema_versions)}`] : []),
    ...(differs('engines') ? [`engine ${list(before.engines)} → ${list(now.engines)}`] : []),
    ...(differs('approved') ? [`approved documents to learn from ${range(before.approved)} → ${range(now.approved)}`] : []),
  ];
  if (said.length > 0) return `What differs from then: ${said.join('; ')}.`;
  return 'Schema version and engine are the same as then. What was learned or forgotten, or settings of the document service, may explain it.';
}

function NightsChart({ name, nights }: { name: string; nights: readonly Night[] }) {
  const data = nights.map((night) => ({ ...night, share: night.values === 0 ? null : (night.right / night.values) * 100 }));
  const lowest = Math.min(100, ...data.flatMap(({ share }) => share ?? []));
  const ticksY = percentTicks(lowest);
  const ticks = nights.length === 1 ? { padding: { left: 40, right: 40 } } : {};
  return (
    <ResponsiveContainer width="100%" height={HEIGHT} initialDimension={{ width: 900, height: HEIGHT }}>
      <LineChart data={data} title={`Share of right values of ${name} in each check`} margin={{ top: 8, right: 8, bottom: 0, left: -14 }}>
        <CartesianGrid {...GRID} />
        <XAxis dataKey="at" {...AXIS} {...ticks} tickFormatter={(at: string) => dayWords(at.slice(0, 10))} minTickGap={24} />
        <YAxis {...AXIS} axisLine={false} unit=" %" domain={[ticksY[0] ?? 0, 100]} ticks={ticksY} width={64} />
        <Tooltip
          cursor={{ stroke: 'var(--color-line-strong)' }}
          isAnimationActive={false}
          content={({ active, payload }) => {
            const night = active ? data.find(({ at }) => at === payload[0]?.payload?.at) : undefined;
            if (!night) return null;
            return (
              <ChartTip
                title={formatMoment(night.at)}
                lines={[
                  { name: 'Right', value: `${night.share === null ? '–' : `${night.share.toFixed(1)} %`}` },
                  { name: 'Values', value: night.values.toLocaleString('en') },
                  { name: 'Documents', value: night.documents.toLocaleString('en') },
                  ...(night.fell ? [{ name: 'Quality', value: 'fell' }] : []),
                ]}
              />
            );
          }}
        />
        <Line
          dataKey="share"
          stroke="var(--color-accent)"
          strokeWidth={2}
          connectNulls
          isAnimationActive={false}
          dot={({ cx, cy, payload, key }) => <NightDot key={key} x={cx} y={cy} fell={(payload as Night).fell} />}
        />
      </LineChart>
    </ResponsiveContainer>
  );
}

/** A fall is a square: colour never speaks alone. */
function NightDot({ x, y, fell }: { x: number | undefined; y: number | undefined; fell: boolean }) {
  if (x === undefined || y === undefined) return null;
  if (fell) return <rect x={x - 5} y={y - 5} width={10} height={10} fill="var(--color-bad)" stroke="var(--color-surface)" />;
  return <circle cx={x} cy={y} r={2.5} fill="var(--color-accent)" />;
}
