import { ChartFrame } from '#components/shared/charts/chart-frame.tsx';
import { ChartLegend, type SeriesLook } from '#components/shared/charts/chart-style.tsx';
import { shareWords } from '#components/shared/charts/share-words.ts';
import type { Insights } from '#lib/contract/desk/insights/insights.ts';
import { reasonWords } from './insight-words.ts';

const SERIES: SeriesLook[] = [
  { name: 'A person changed the value', color: 'var(--color-accent)' },
  { name: 'Needless: it was right', color: 'var(--color-line-strong)', pattern: 'stripes' },
];

/** Why values were flagged, and how often that was needless. */
export function ReasonsChart({ reasons }: Pick<Insights, 'reasons'>) {
  const most = Math.max(1, ...reasons.map(({ flagged }) => flagged));
  return (
    <ChartFrame
      title="Reasons of flags"
      summary="A value may have several. A reason that is needless too often costs time."
      fileName="flags"
      data={{
        columns: ['Reason', 'Flagged', 'Needless'],
        rows: reasons.map(({ reason, flagged, needless }) => [reasonWords(reason), flagged, needless]),
      }}
      empty={reasons.length === 0 ? <p className="py-10 text-center text-ink-muted">No value was flagged in this time.</p> : undefined}
    >
      <ChartLegend series={SERIES} />
      <ul className="flex flex-col gap-2">
        {reasons.map(({ reason, flagged, needless }) => (
          <li key={reason} className="grid grid-cols-[11rem_minmax(0,1fr)_9rem] items-center gap-3 text-xs max-sm:grid-cols-1 max-sm:gap-1">
            <span>{reasonWords(reason)}</span>
            <svg width="100%" height={14} aria-hidden className="rounded-sm bg-sunken">
              <rect width={`${((flagged - needless) / most) * 100}%`} height={14} fill="var(--color-accent)" />
              <g>
                <rect
                  x={`${((flagged - needless) / most) * 100}%`}
                  width={`${(needless / most) * 100}%`}
                  height={14}
                  fill="var(--color-line-strong)"
                />
                <rect
                  x={`${((flagged - needless) / most) * 100}%`}
                  width={`${(needless / most) * 100}%`}
                  height={14}
                  fill="url(#chart-stripes)"
                />
              </g>
            </svg>
            <span className="text-right text-ink-muted tabular-nums max-sm:text-left">
              {flagged.toLocaleString('en')} flagged, {shareWords(needless, flagged)} needless
            </span>
          </li>
        ))}
      </ul>
    </ChartFrame>
  );
}
