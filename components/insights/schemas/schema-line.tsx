import { Link } from 'react-aria-components/Link';
import { secondsWords } from '#components/shared/charts/seconds-words.ts';
import { intervalWords, shareWords } from '#components/shared/charts/share-words.ts';
import { THRESHOLDS_ANCHOR } from '#components/shared/documents/insights-place.ts';
import { countOf } from '#components/shared/format.ts';
import { BodyCell } from '#components/ui/table.tsx';
import type { SchemaInsight } from '#lib/contract/desk/insights/insights.ts';
import { hasEvidence } from '#lib/document/statistics/sort-schemas.ts';
import { AreaCell } from '../tables/area-cell.tsx';
import { CountCell } from '../tables/count-cell.tsx';
import { schemaNameOf } from '../tables/schema-name.ts';

/** A schema with its figures; its name leads to its insights at `href`, what passed to its thresholds there. */
export function SchemaLine({ schema, href }: { schema: SchemaInsight; href: string }) {
  const { review, values, changed, samples } = schema;
  const approved = review.approved + review.automatic;
  // nothing is set any more for one that was removed
  const isHere = schema.schema_name !== '';
  return (
    <tr>
      <BodyCell className="break-words py-1 pl-4 font-medium">
        {isHere ? (
          <Link href={href} className="rounded-sm text-accent underline-offset-2 data-hovered:underline">
            <bdi>{schema.schema_name}</bdi>
          </Link>
        ) : (
          schemaNameOf(schema)
        )}
      </BodyCell>
      <CountCell className="max-sm:hidden" count={approved} />
      <BodyCell className="text-right">
        {hasEvidence(schema) ? (
          <>
            <span className="block font-medium">{shareWords(changed, values)}</span>
            <span className="block whitespace-nowrap text-ink-faint text-xs">
              {intervalWords(changed, values)} of {values.toLocaleString('en')}
            </span>
          </>
        ) : (
          <span className="block text-ink-muted text-xs">Not enough evidence yet: {countOf(values, 'value')}</span>
        )}
      </BodyCell>
      <BodyCell className="whitespace-nowrap text-right max-md:hidden">
        <span className="block">{shareWords(review.unchanged, review.approved)}</span>
        <span className="block text-ink-faint text-xs">{intervalWords(review.unchanged, review.approved)}</span>
      </BodyCell>
      <BodyCell className="whitespace-nowrap text-right max-md:hidden">
        {review.timed === 0 ? <span className="text-ink-faint">–</span> : secondsWords(review.seconds / review.timed)}
      </BodyCell>
      <AreaCell className="max-lg:hidden" classes={schema.confidence} />
      <BodyCell className="whitespace-nowrap text-right tabular-nums max-lg:hidden">
        {samples.values === 0 ? (
          <span className="text-ink-faint">–</span>
        ) : (
          `${samples.wrong.toLocaleString('en')} of ${samples.values.toLocaleString('en')}`
        )}
      </BodyCell>
      <BodyCell className="whitespace-nowrap pr-4 text-right tabular-nums">
        {isHere ? (
          <Link
            href={`${href}#${THRESHOLDS_ANCHOR}`}
            aria-label={`${shareWords(review.automatic, approved)}: thresholds and automatic approval of ${schema.schema_name}`}
            className="rounded-sm text-accent underline underline-offset-2"
          >
            {shareWords(review.automatic, approved)}
          </Link>
        ) : (
          shareWords(review.automatic, approved)
        )}
      </BodyCell>
    </tr>
  );
}
