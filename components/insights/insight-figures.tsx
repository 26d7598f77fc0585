import type { ReactNode } from 'react';
import { Link } from 'react-aria-components/Link';
import { secondsWords } from '#components/shared/charts/seconds-words.ts';
import { intervalWords, shareWords } from '#components/shared/charts/share-words.ts';
import { classNames } from '#components/ui/class-names.ts';
import type { Insights } from '#lib/contract/desk/insights/insights.ts';
import { areaOfConfidence } from '#lib/document/statistics/area-of-confidence.ts';
import { sumClasses } from '#lib/document/statistics/sum-classes.ts';

/** The figures that a manager asks for first, each with what it was measured on. */
export function InsightFigures({ insights }: { insights: Insights }) {
  const { review, values, samples } = insights;
  const changed = values.values - values.right;
  const area = areaOfConfidence(sumClasses(insights.fields));
  const { values: checked, agreed } = samples.blind.values > 0 ? samples.blind : samples;
  return (
    <dl className="grid grid-cols-7 gap-3 max-xl:grid-cols-4 max-md:grid-cols-2">
      <Figure
        label="Approved"
        note={`${review.automatic > 0 ? `${review.automatic.toLocaleString('en')} automatically, ` : ''}${review.rejected.toLocaleString('en')} rejected`}
      >
        {(review.approved + review.automatic).toLocaleString('en')}
      </Figure>
      <Figure label="No correction needed" note={`${intervalWords(review.unchanged, review.approved)} likely`}>
        {shareWords(review.unchanged, review.approved)}
      </Figure>
      <Figure label="Values changed" note={`of ${values.values.toLocaleString('en')}; ${intervalWords(changed, values.values)} likely`}>
        {shareWords(changed, values.values)}
      </Figure>
      <Figure
        label="Needless flags"
        note={values.flagged === 0 ? 'no value was flagged' : `of ${values.flagged.toLocaleString('en')} flagged values`}
      >
        {shareWords(values.needless, values.flagged)}
      </Figure>
      <Figure
        label="Work per document"
        note={
          review.timed === 0
            ? 'not measured yet'
            : `${(review.keys / review.timed).toFixed(1)} keys; ${review.timed.toLocaleString('en')} measured`
        }
      >
        {review.timed === 0 ? '–' : secondsWords(review.seconds / review.timed)}
      </Figure>
      <Figure label="Confidence (AUROC)" note={area === null ? 'too few wrong values to say' : '0.5 is chance, 1 is perfect'}>
        {area === null ? '–' : area.toFixed(2)}
      </Figure>
      <Figure label="Quality samples agree" className="max-xl:col-span-2" note={<SamplesNote samples={samples} />}>
        {shareWords(agreed, checked)}
      </Figure>
    </dl>
  );
}

/** What the agreement was measured on: only values that were entered blind, as long as there are some. */
function SamplesNote({ samples }: { samples: Insights['samples'] }) {
  if (samples.documents + samples.waiting === 0) return 'none was drawn';
  const { values, agreed } = samples.blind;
  return (
    <>
      {values > 0 ? `of ${values.toLocaleString('en')} entered blind; ${intervalWords(agreed, values)} likely. ` : ''}
      {values === 0 && samples.values > 0 ? `of ${samples.values.toLocaleString('en')}, checked in view. ` : ''}
      <Link href="/queues?tab=quality-samples" className="rounded-sm text-accent underline-offset-2 data-hovered:underline">
        {samples.documents.toLocaleString('en')} checked, {samples.waiting.toLocaleString('en')} waiting
      </Link>
    </>
  );
}

type FigureProps = { label: string; note: ReactNode; className?: string; children: ReactNode };

function Figure({ label, note, className, children }: FigureProps) {
  return (
    <div className={classNames('min-w-0 rounded-md border bg-surface p-3', className)}>
      <dt className="text-ink-muted text-xs">{label}</dt>
      <dd>
        <span className="block font-semibold text-2xl tabular-nums">{children}</span>
        <span className="block text-ink-faint text-xs">{note}</span>
      </dd>
    </div>
  );
}
