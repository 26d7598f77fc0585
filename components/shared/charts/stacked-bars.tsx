'use client';

import { Bar, BarChart, CartesianGrid, ResponsiveContainer, Tooltip, XAxis, YAxis } from 'recharts';
import { AXIS, ChartLegend, ChartTip, GRID, type SeriesLook } from './chart-style.tsx';

export type StackedBarsProps = {
  /** What is drawn, for screen readers. */
  label: string;
  series: readonly SeriesLook[];
  /** A bar for each: its name below the axis, its whole name in the tip, and a number for each series. */
  bars: readonly { name: string; title: string; values: readonly number[] }[];
  /** Pixels. */
  height?: number;
};

/** Bars of several parts that stand on each other. The arrow keys go from bar to bar. */
export function StackedBars({ label, series, bars, height = 200 }: StackedBarsProps) {
  const data = bars.map(({ title, name, values }) => ({
    title,
    name,
    ...Object.fromEntries(values.map((value, index) => [`v${index}`, value])),
  }));
  return (
    <>
      <ChartLegend series={series} />
      <ResponsiveContainer width="100%" height={height} initialDimension={{ width: 600, height }}>
        <BarChart data={data} title={label} margin={{ top: 4, right: 4, bottom: 0, left: -18 }} barCategoryGap="22%">
          <CartesianGrid {...GRID} />
          <XAxis dataKey="name" {...AXIS} interval="preserveStartEnd" minTickGap={12} />
          <YAxis {...AXIS} axisLine={false} allowDecimals={false} />
          <Tooltip
            cursor={{ fill: 'var(--color-hover)' }}
            isAnimationActive={false}
            content={({ active, payload }) => {
              const bar = active ? bars.find(({ title }) => title === payload[0]?.payload?.title) : undefined;
              if (!bar) return null;
              return (
                <ChartTip
                  title={bar.title}
                  lines={series.map(({ name }, index) => ({ name, value: (bar.values[index] ?? 0).toLocaleString('en') }))}
                />
              );
            }}
          />
          {series.map(({ name, color, pattern }, index) => (
            <Bar
              key={name}
              dataKey={`v${index}`}
              name={name}
              stackId="all"
              fill={color}
              isAnimationActive={false}
              {...(pattern ? { shape: (props: BarPart) => <PatternedBar {...props} color={color} pattern={pattern} /> } : {})}
            />
          ))}
        </BarChart>
      </ResponsiveContainer>
    </>
  );
}

type BarPart = { x?: number; y?: number; width?: number; height?: number };

function PatternedBar({ x, y, width, height, color, pattern }: BarPart & { color: string; pattern: string }) {
  if (!height || height < 0) return null;
  const place = { x, y, width, height };
  return (
    <g>
      <rect {...place} fill={color} />
      <rect {...place} fill={`url(#chart-${pattern})`} />
    </g>
  );
}
