import { useId } from 'react';
import { ChartFrame } from '#components/shared/charts/chart-frame.tsx';
import { ChartLegend, type SeriesLook } from '#components/shared/charts/chart-style.tsx';
import { shareWords } from '#components/shared/charts/share-words.ts';
import { DisclosureButton } from '#components/ui/disclosure-button.tsx';
import type { Insights, InsightsQuery } from '#lib/contract/desk/insights/insights.ts';
import { reasonWords } from './insight-words.ts';
import { CountedDocumentsList } from './tables/counted-documents-list.tsx';
import { useOpened } from './tables/use-opened.ts';
import { useScrollToOpened } from './tables/use-scroll-to-opened.ts';

const SERIES: SeriesLook[] = [
  { name: 'A person changed the value', color: 'var(--color-accent)' },
  { name: 'Needless: it was right', color: 'var(--color-line-strong)', pattern: 'stripes' },
];

/** Why values were flagged, and how often that was needless; each reason opens to the documents to look at. */
export function ReasonsChart({ reasons, query }: Pick<Insights, 'reasons'> & { query: InsightsQuery }) {
  const most = Math.max(1, ...reasons.map(({ flagged }) => flagged));
  const opened = useScrollToOpened();
  return (
    <ChartFrame
      title="Reasons of flags"
      summary="A value may have several. A reason that is needless too often costs time. Open one for the documents to look at."
      fileName="flags"
      data={{
        columns: ['Reason', 'Flagged', 'Needless'],
        rows: reasons.map(({ reason, flagged, needless }) => [reasonWords(reason), flagged, needless]),
      }}
      empty={reasons.length === 0 ? <p className="py-10 text-center text-ink-muted">No value was flagged in this time.</p> : undefined}
    >
      <ChartLegend series={SERIES} />
      <div ref={opened}>
        <ul className="flex flex-col gap-2">
          {reasons.map((one) => (
            <ReasonLine key={one.reason} reason={one} most={most} query={query} />
          ))}
        </ul>
      </div>
    </ChartFrame>
  );
}

type ReasonLineProps = { reason: Insights['reasons'][number]; most: number; query: InsightsQuery };

function ReasonLine({ reason: { reason, flagged, needless }, most, query }: ReasonLineProps) {
  const { open, toggle } = useOpened();
  const id = useId();
  const key = `reason:${reason}`;
  const isOpen = open === key;
  const widthOf = (count: number) => `${(count / most) * 100}%`;
  const needed = widthOf(flagged - needless);
  return (
    <li>
      <div className="grid grid-cols-[12rem_minmax(0,1fr)_9rem] items-center gap-3 text-xs max-sm:grid-cols-1 max-sm:gap-1">
        <DisclosureButton isOpen={isOpen} onToggle={() => toggle(key)} controls={id} className="hover:underline">
          {reasonWords(reason)}
        </DisclosureButton>
        <svg width="100%" height={14} aria-hidden className="rounded-sm bg-sunken">
          <rect width={needed} height={14} fill="var(--color-accent)" />
          <rect x={needed} width={widthOf(needless)} height={14} fill="var(--color-line-strong)" />
          <rect x={needed} width={widthOf(needless)} height={14} fill="url(#chart-stripes)" />
        </svg>
        <span className="text-right text-ink-muted tabular-nums max-sm:text-left">
          {flagged.toLocaleString('en')} flagged, {shareWords(needless, flagged)} needless
        </span>
      </div>
      {isOpen ? (
        <div id={id} className="mt-1 rounded-sm border bg-canvas px-3 py-2">
          <CountedDocumentsList query={{ ...query, reason }} label={`Documents with flags: ${reasonWords(reason)}`} />
        </div>
      ) : null}
    </li>
  );
}
