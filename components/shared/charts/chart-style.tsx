import type { ReactNode } from 'react';

/** Axis lines and letters of every chart. */
export const AXIS = {
  stroke: 'var(--color-line-strong)',
  tick: { fill: 'var(--color-ink-muted)', fontSize: 11 },
  tickLine: false,
} as const;

export const GRID = { stroke: 'var(--color-line)', vertical: false } as const;

/** What a series is drawn with: a colour, and for bars that stand on each other a pattern too, so that colour never speaks alone. */
export type SeriesLook = { name: string; color: string; pattern?: 'stripes' | 'dots' | 'lines' };

/** The names of the series with how they look. */
export function ChartLegend({ series }: { series: readonly SeriesLook[] }) {
  return (
    <ul className="flex flex-wrap gap-x-4 gap-y-1 pb-2 text-ink-muted text-xs">
      {series.map(({ name, color, pattern }) => (
        <li key={name} className="flex items-center gap-1.5">
          <svg width={12} height={12} aria-hidden className="shrink-0 rounded-sm">
            <rect width={12} height={12} fill={color} />
            {pattern ? <rect width={12} height={12} fill={`url(#chart-${pattern})`} /> : null}
          </svg>
          {name}
        </li>
      ))}
    </ul>
  );
}

/** The patterns that bars are drawn with; once for each page. */
export function ChartPatterns() {
  return (
    <svg width={0} height={0} aria-hidden className="absolute">
      <defs>
        <pattern id="chart-stripes" width={6} height={6} patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
          <rect width={2} height={6} fill="var(--color-surface)" opacity={0.55} />
        </pattern>
        <pattern id="chart-lines" width={6} height={6} patternUnits="userSpaceOnUse">
          <rect width={6} height={2} fill="var(--color-surface)" opacity={0.55} />
        </pattern>
        <pattern id="chart-dots" width={5} height={5} patternUnits="userSpaceOnUse">
          <circle cx={2.5} cy={2.5} r={1.1} fill="var(--color-surface)" opacity={0.7} />
        </pattern>
      </defs>
    </svg>
  );
}

/** What a chart tells of the place that is pointed at, or reached by the arrow keys. */
export function ChartTip({ title, lines }: { title: ReactNode; lines: readonly { name: string; value: string }[] }) {
  return (
    <div className="rounded-md border bg-raised px-2.5 py-1.5 text-ink text-xs shadow-md">
      <p className="font-medium">{title}</p>
      <dl className="grid grid-cols-[auto_auto] gap-x-3 text-ink-muted">
        {lines.map(({ name, value }) => (
          <div key={name} className="contents">
            <dt>{name}</dt>
            <dd className="text-right text-ink tabular-nums">{value}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
