'use client';

import { CartesianGrid, Line, LineChart, ReferenceLine, ResponsiveContainer, Tooltip, XAxis, YAxis } from 'recharts';
import { AXIS, ChartLegend, ChartTip, GRID } from '#components/shared/charts/chart-style.tsx';
import { shareWords } from '#components/shared/charts/share-words.ts';
import { FEWEST_PASSED, type ThresholdPoint } from '#lib/document/statistics/threshold-curve.ts';
import { percentWords } from './insight-words.ts';

const HEIGHT = 250;
const SERIES = [
  { name: 'Values to check, %', color: 'var(--color-accent)' },
  { name: 'Error rate of the rest at most, %', color: 'var(--color-bad)' },
];

/** How the share of values to check rises with the threshold, and the error rate of what passes falls. Steps are drawn at equal distances. */
export function ThresholdChart({ points, current, selected }: { points: readonly ThresholdPoint[]; current: number; selected: number }) {
  const data = points.map((point) => ({
    ...point,
    name: percentWords(point.threshold),
    share: (point.checked / Math.max(1, point.checked + point.passed)) * 100,
    most: point.passed < FEWEST_PASSED ? null : point.bound * 100,
  }));
  return (
    <div>
      <ChartLegend series={SERIES} />
      <ResponsiveContainer width="100%" height={HEIGHT} initialDimension={{ width: 520, height: HEIGHT }}>
        <LineChart data={data} title="Price of each threshold" margin={{ top: 8, right: 8, bottom: 0, left: -14 }}>
          <CartesianGrid {...GRID} />
          <XAxis dataKey="name" {...AXIS} minTickGap={16} />
          <YAxis yAxisId="share" {...AXIS} axisLine={false} domain={[0, 100]} unit=" %" width={60} />
          <YAxis yAxisId="most" {...AXIS} axisLine={false} orientation="right" domain={[0, 'auto']} unit=" %" width={52} />
          <ReferenceLine yAxisId="share" x={percentWords(current)} stroke="var(--color-ink-faint)" strokeDasharray="4 3" />
          {selected === current ? null : <ReferenceLine yAxisId="share" x={percentWords(selected)} stroke="var(--color-accent)" />}
          <Tooltip
            cursor={{ stroke: 'var(--color-line-strong)' }}
            isAnimationActive={false}
            content={({ active, payload }) => {
              const point = active ? data.find(({ name }) => name === payload[0]?.payload?.name) : undefined;
              if (!point) return null;
              return (
                <ChartTip
                  title={`Threshold ${point.name}`}
                  lines={[
                    { name: 'To check', value: shareWords(point.checked, point.checked + point.passed) },
                    { name: 'Wrong that pass', value: `${point.errors} of ${point.passed.toLocaleString('en')}` },
                    { name: 'Error rate at most', value: point.most === null ? 'not enough evidence' : percentWords(point.bound) },
                  ]}
                />
              );
            }}
          />
          <Line yAxisId="share" dataKey="share" stroke="var(--color-accent)" strokeWidth={2} dot={false} isAnimationActive={false} />
          <Line
            yAxisId="most"
            dataKey="most"
            stroke="var(--color-bad)"
            strokeWidth={2}
            strokeDasharray="6 3"
            dot={false}
            isAnimationActive={false}
          />
        </LineChart>
      </ResponsiveContainer>
    </div>
  );
}
