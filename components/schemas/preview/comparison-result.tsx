'use client';

import { useMemo } from 'react';
import { ComparedFields } from '#components/shared/comparison/compared-fields.tsx';
import { type Comparison, sumComparisons } from '#components/shared/comparison/sum-comparisons.ts';
import { countOf } from '#components/shared/format.ts';
import { classNames } from '#components/ui/class-names.ts';
import { Notice } from '#components/ui/notice.tsx';
import type { ComparisonState } from './use-draft-comparison.ts';

type Pair = readonly [string, string];

/** What is compared: at the head of a column, and after “right”. */
const HEADS = { saved: ['Saved version', 'Your changes'], extracted: ['Last extracted', 'Today'] } as const;
const WORDS = { saved: ['with the saved version', 'with your changes'], extracted: ['when last extracted', 'today'] } as const;

function wordsOf({ at, compared }: ComparisonState): { heads: Pair; words: Pair } {
  if (at) return { heads: ['Their own service', at.name], words: ['at their own service', `at “${at.name}”`] };
  const against = compared[0]?.against === 'extracted' ? 'extracted' : 'saved';
  return { heads: HEADS[against], words: WORDS[against] };
}

/** What a draft gains and loses: in figures, then field by field. */
export function ComparisonResult({ state, isStale }: { state: ComparisonState; isStale: boolean }) {
  const { compared, left, documents, isRunning, done, total, at, fault } = state;
  const comparison = useMemo(() => sumComparisons(compared), [compared]);
  const { heads, words } = wordsOf(state);
  const lastExtracted = at ? compared.filter(({ against }) => against === 'extracted').length : 0;
  return (
    <div className="flex flex-col gap-4">
      {isStale ? <Notice title="The schema has changed since">The figures below are from before the change. Compare again.</Notice> : null}
      {fault ? <Notice title="The comparison ended early">{fault}</Notice> : null}
      {!isRunning && done < total ? (
        <p className="text-ink-muted">
          Stopped after {done} of {countOf(total, 'document')}.
        </p>
      ) : null}
      {compared.length > 0 ? (
        <section aria-label="Result" className={classNames('flex flex-col gap-4', isStale && 'opacity-60')}>
          <Figures comparison={comparison} documents={compared.length} words={words} at={at} />
          {at && comparison.total.losses > 0 ? (
            <p className="text-ink-muted">
              Values that nobody corrected came from their own service, so some of what is lost may be an improvement. Open a field to see
              its places on the page.
            </p>
          ) : null}
          <ComparedFields
            fields={comparison.fields}
            documents={documents}
            before={heads[0]}
            after={heads[1]}
            terms={at ? heads : undefined}
          />
          {lastExtracted > 0 ? (
            <p className="text-ink-muted">
              Of {countOf(lastExtracted, 'document')}, what was extracted last is compared: their own service takes no drafts.
            </p>
          ) : null}
          {comparison.uncompared.length > 0 ? (
            <p className="text-warn">
              Approved values that cannot be compared, because their field is gone or has another type:{' '}
              {comparison.uncompared.map(({ label, values }) => `${label} (${values.toLocaleString('en')})`).join(', ')}.
            </p>
          ) : null}
          {comparison.left > 0 ? <p className="text-ink-muted">{countOf(comparison.left, 'more change')} not listed.</p> : null}
        </section>
      ) : null}
      {left.length > 0 ? (
        <section>
          <h3 className="font-medium">{countOf(left.length, 'document')} could not be compared</h3>
          <ul className="mt-1 flex flex-col gap-0.5 text-ink-muted">
            {left.map(({ document, reason }) => (
              <li key={document.id}>
                <bdi className="font-medium text-ink">{document.name}</bdi>: {reason}
              </li>
            ))}
          </ul>
        </section>
      ) : null}
    </div>
  );
}

type FiguresProps = { comparison: Comparison; documents: number; words: Pair; at: ComparisonState['at'] };

function Figures({ comparison: { total, fields, flagsBefore, flagsAfter }, documents, words, at }: FiguresProps) {
  const found = fields.reduce((sum, field) => sum + field.found, 0);
  return (
    <div className="flex flex-col gap-2">
      <p className="text-base">
        {(at
          ? verdictOfService(at.name, total, `on ${countOf(documents, 'document')}`)
          : verdict(total, `on ${countOf(documents, 'document')}`)) + freshOf(found)}
      </p>
      <dl className="grid grid-cols-4 gap-3 max-md:grid-cols-2">
        <Figure label={`Right ${words[0]}`} value={`${total.right_before.toLocaleString('en')} of ${total.values.toLocaleString('en')}`} />
        <Figure label={`Right ${words[1]}`} value={`${total.right_after.toLocaleString('en')} of ${total.values.toLocaleString('en')}`} />
        <Figure
          label="Gained and lost"
          value={`+${total.gains} −${total.losses}`}
          tone={total.losses > total.gains ? 'bad' : total.gains > total.losses ? 'ok' : null}
        />
        <Figure label="Flags to review" value={`${flagsBefore.toLocaleString('en')} → ${flagsAfter.toLocaleString('en')}`} />
      </dl>
    </div>
  );
}

const freshOf = (found: number) =>
  found > 0 ? ` Of fields without approved values, ${countOf(found, 'value')} ${found === 1 ? 'was' : 'were'} found.` : '';

/** What another service wins and loses. @param on the documents */
function verdictOfService(name: string, { values, right_before, gains, losses }: Comparison['total'], on: string): string {
  if (values === 0) return `There are no approved values to compare ${on}.`;
  const On = on.replace(/^o/, 'O');
  if (gains === 0 && losses === 0) {
    return `${On}, no value is gained or lost at “${name}”: ${right_before.toLocaleString('en')} of ${countOf(values, 'value')} are right at both.`;
  }
  const gained = `${countOf(gains, 'more value')} right`;
  const lost = `wrong that ${losses === 1 ? 'was' : 'were'} right`;
  const said =
    losses === 0
      ? `${gained}, and none wrong that was right`
      : gains === 0
        ? `${countOf(losses, 'value')} ${lost}`
        : `${gained}, and ${losses.toLocaleString('en')} ${lost}`;
  return `${On}, “${name}” gets ${said}.`;
}

function verdict({ values, right_before, gains, losses }: Comparison['total'], on: string): string {
  if (values === 0) return `There are no approved values to compare ${on}.`;
  if (gains === 0 && losses === 0) {
    return `No value is gained or lost ${on}: ${right_before.toLocaleString('en')} of ${countOf(values, 'value')} are right both times.`;
  }
  const gained = `${countOf(gains, 'more value')} ${gains === 1 ? 'comes' : 'come'} out right`;
  const lost = `${countOf(losses, 'value')} that ${losses === 1 ? 'was' : 'were'} right ${losses === 1 ? 'comes' : 'come'} out wrong`;
  const said = losses === 0 ? `${gained}, and none is lost` : gains === 0 ? lost : `${gained}, and ${lost}`;
  return `${said}, ${on}.`;
}

function Figure({ label, value, tone = null }: { label: string; value: string; tone?: 'ok' | 'bad' | null }) {
  return (
    <div className="rounded-md border bg-surface px-3 py-2">
      <dt className="text-ink-muted text-xs">{label}</dt>
      <dd className={classNames('font-semibold text-lg tabular-nums', tone === 'ok' && 'text-ok', tone === 'bad' && 'text-bad')}>
        {value}
      </dd>
    </div>
  );
}
