'use client';

import type { ReactNode } from 'react';
import { Link } from 'react-aria-components/Link';
import { ChartFrame } from '#components/shared/charts/chart-frame.tsx';
import { ChartPatterns, type SeriesLook } from '#components/shared/charts/chart-style.tsx';
import { dayWords } from '#components/shared/charts/day-words.ts';
import { secondsWords } from '#components/shared/charts/seconds-words.ts';
import { StackedBars } from '#components/shared/charts/stacked-bars.tsx';
import { countOf } from '#components/shared/format.ts';
import type { Overview } from '#lib/contract/desk/insights/overview.ts';
import { addReviews } from '#lib/document/statistics/add-reviews.ts';
import { approvedHref } from './figure-links.ts';

const SERIES: SeriesLook[] = [
  { name: 'Approved unchanged', color: 'var(--color-ok)' },
  { name: 'Approved with changes', color: 'var(--color-accent)', pattern: 'stripes' },
  { name: 'Rejected', color: 'var(--color-bad)', pattern: 'dots' },
];
/** Only where documents approve themselves. */
const AUTOMATIC: SeriesLook = { name: 'Approved automatically', color: 'var(--color-info)', pattern: 'lines' };
const WEEK = 7;

/** What was decided: today, in the last seven days, and on each of the last fourteen. */
export function DonePart({ days }: { days: Overview['days'] }) {
  const today = days.at(-1);
  const week = addReviews(days.slice(-WEEK).map(({ all }) => all));
  const whole = addReviews(days.map(({ all }) => all));
  const series = whole.automatic > 0 ? [AUTOMATIC, ...SERIES] : SERIES;
  const bars = days.map(({ day, all }) => ({
    name: dayWords(day),
    title: dayWords(day, { weekday: 'long', day: 'numeric', month: 'long' }),
    values: [...(whole.automatic > 0 ? [all.automatic] : []), all.unchanged, Math.max(0, all.approved - all.unchanged), all.rejected],
  }));
  const isEmpty = whole.approved + whole.automatic + whole.rejected === 0;
  const mine = today?.mine ?? null;
  const mineOfWeek = mine ? addReviews(days.slice(-WEEK).flatMap((day) => day.mine ?? [])) : null;
  return (
    <ChartFrame
      title="Done"
      fileName="done-by-day"
      data={{
        columns: ['Day', ...series.map(({ name }) => name), 'Minutes measured'],
        rows: days.map(({ day, all }, index) => [day, ...(bars[index]?.values ?? []), Math.round(all.seconds / 6) / 10]),
      }}
      empty={isEmpty ? <p className="py-10 text-center text-ink-muted">Approved documents are counted here, day by day.</p> : undefined}
    >
      <ChartPatterns />
      <dl className="flex flex-wrap gap-x-8 gap-y-2 pb-3 max-xl:gap-x-6">
        <Figure label="Today" note={mine ? <MineLink count={mine.approved} days={1} /> : null}>
          <ApprovedLink days={1} of="today" count={(today?.all.approved ?? 0) + (today?.all.automatic ?? 0)} />
        </Figure>
        <Figure
          label={`Last ${WEEK} days`}
          note={
            <>
              {mineOfWeek ? <MineLink count={mineOfWeek.approved} days={WEEK} /> : null}
              {mineOfWeek ? ', ' : ''}
              {week.automatic > 0 ? `${week.automatic.toLocaleString('en')} automatically, ` : ''}
              {week.rejected.toLocaleString('en')} rejected
            </>
          }
        >
          <ApprovedLink days={WEEK} of={`in the last ${WEEK} days`} count={week.approved + week.automatic} />
        </Figure>
        <Figure label="No correction needed" note="of people’s approvals, 14 days">
          {whole.approved === 0 ? '–' : `${Math.round((whole.unchanged / whole.approved) * 100)} %`}
        </Figure>
        <Figure
          label="Work per document"
          note={whole.timed > 0 ? `${secondsWords(whole.seconds)} for ${whole.timed.toLocaleString('en')}, 14 days` : 'not measured yet'}
        >
          {whole.timed === 0 ? '–' : secondsWords(whole.seconds / whole.timed)}
        </Figure>
      </dl>
      <StackedBars label="Documents decided on each of the last 14 days" series={series} bars={bars} height={180} />
    </ChartFrame>
  );
}

/** How many were approved, as the way to those that still are. @param of when */
function ApprovedLink({ days, of, count }: { days: number; of: string; count: number }) {
  if (count === 0) return '0';
  return (
    <Link
      href={approvedHref({ days, isMine: false })}
      aria-label={`${countOf(count, 'document')} approved ${of}`}
      className="rounded-sm underline decoration-1 decoration-line-strong underline-offset-4 data-hovered:decoration-current"
    >
      {count.toLocaleString('en')}
    </Link>
  );
}

function MineLink({ days, count }: { days: number; count: number }) {
  if (count === 0) return '0 by you';
  return (
    <Link href={approvedHref({ days, isMine: true })} className="rounded-sm text-accent underline underline-offset-2">
      {count.toLocaleString('en')} by you
    </Link>
  );
}

function Figure({ label, note, children }: { label: string; note: ReactNode; children: ReactNode }) {
  return (
    <div>
      <dt className="text-ink-muted text-xs">{label}</dt>
      <dd>
        <span className="block font-semibold text-xl tabular-nums">{children}</span>
        {note ? <span className="block text-ink-faint text-xs">{note}</span> : null}
      </dd>
    </div>
  );
}
