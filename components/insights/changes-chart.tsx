'use client';

import { Bar, CartesianGrid, ComposedChart, Line, ReferenceLine, ResponsiveContainer, Tooltip, XAxis, YAxis } from 'recharts';
import { ChartFrame } from '#components/shared/charts/chart-frame.tsx';
import { AXIS, ChartLegend, ChartTip, GRID } from '#components/shared/charts/chart-style.tsx';
import { dayWords } from '#components/shared/charts/day-words.ts';
import { shareWords } from '#components/shared/charts/share-words.ts';
import type { Insights } from '#lib/contract/desk/insights/insights.ts';
import { groupDays, spanOf } from './group-days.ts';

const HEIGHT = 220;
const SERIES = [
  { name: 'Values changed, %', color: 'var(--color-accent)' },
  { name: 'Approved documents', color: 'var(--color-line-strong)' },
];

type ChangesChartProps = {
  insights: Insights;
  byWeek: boolean;
  /** First and last day: all of it is drawn. */
  time: { from: string; to: string };
  className?: string;
};

/** How the share of changed values moves, over the number of approved documents, with what was changed meanwhile. */
export function ChangesChart({ insights, byWeek, time, className }: ChangesChartProps) {
  const spans = groupDays(insights, byWeek, time);
  const data = spans.map((span) => ({ ...span, share: span.values === 0 ? null : (span.changed / span.values) * 100 }));
  const marks = [...new Set(insights.marks.map(({ at }) => spanOf(at, byWeek)))].filter((day) => spans.some((span) => span.day === day));
  const marksOf = (day: string) => insights.marks.filter(({ at }) => spanOf(at, byWeek) === day);
  return (
    <ChartFrame
      title="Changed values over time"
      summary={`How much of what was extracted people had to change, by ${byWeek ? 'week' : 'day'} (UTC).${marks.length > 0 ? ' Dashed lines: a new version of a schema, or a new engine.' : ''}`}
      fileName="changed-values"
      data={{
        columns: [byWeek ? 'Week from' : 'Day', 'Approved documents', 'Of these unchanged', 'Values', 'Changed values', 'What changed'],
        rows: spans.map(({ day, approved, unchanged, values, changed }) => [
          day,
          approved,
          unchanged,
          values,
          changed,
          marksOf(day)
            .map(({ name }) => name)
            .join('; '),
        ]),
      }}
      {...(className ? { className } : {})}
    >
      <ChartLegend series={SERIES} />
      <ResponsiveContainer width="100%" height={HEIGHT} initialDimension={{ width: 900, height: HEIGHT }}>
        <ComposedChart data={data} title="Share of changed values over time" margin={{ top: 8, right: 0, bottom: 0, left: -14 }}>
          <CartesianGrid {...GRID} />
          <XAxis dataKey="day" {...AXIS} tickFormatter={(day: string) => dayWords(day)} minTickGap={24} />
          <YAxis yAxisId="share" {...AXIS} axisLine={false} unit=" %" domain={[0, 'auto']} width={64} />
          <YAxis yAxisId="count" {...AXIS} axisLine={false} orientation="right" allowDecimals={false} width={40} />
          <Tooltip
            cursor={{ stroke: 'var(--color-line-strong)', fill: 'var(--color-hover)' }}
            isAnimationActive={false}
            content={({ active, payload }) => {
              const span = active ? spans.find(({ day }) => day === payload[0]?.payload?.day) : undefined;
              if (!span) return null;
              return (
                <ChartTip
                  title={byWeek ? `Week from ${dayWords(span.day)}` : dayWords(span.day)}
                  lines={[
                    { name: 'Values changed', value: shareWords(span.changed, span.values) },
                    { name: 'Values', value: span.values.toLocaleString('en') },
                    { name: 'Approved documents', value: span.approved.toLocaleString('en') },
                    ...marksOf(span.day).map(({ kind, name }) => ({ name: kind === 'schema' ? 'New version' : 'New engine', value: name })),
                  ]}
                />
              );
            }}
          />
          {marks.map((day) => (
            <ReferenceLine key={day} yAxisId="share" x={day} stroke="var(--color-warn)" strokeDasharray="4 3" />
          ))}
          <Bar
            yAxisId="count"
            dataKey="approved"
            fill="var(--color-line-strong)"
            opacity={0.55}
            isAnimationActive={false}
            maxBarSize={26}
          />
          <Line
            yAxisId="share"
            dataKey="share"
            stroke="var(--color-accent)"
            strokeWidth={2}
            dot={{ r: 2.5, fill: 'var(--color-accent)' }}
            connectNulls
            isAnimationActive={false}
          />
        </ComposedChart>
      </ResponsiveContainer>
    </ChartFrame>
  );
}
