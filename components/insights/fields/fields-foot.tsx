import { intervalWords, shareWords } from '#components/shared/charts/share-words.ts';
import { BodyCell } from '#components/ui/table.tsx';
import type { FieldInsight, ValueCounts } from '#lib/contract/desk/insights/insights.ts';
import { secondsSpent } from '#lib/document/statistics/sort-fields.ts';
import { sumClasses } from '#lib/document/statistics/sum-classes.ts';
import { AreaCell } from '../tables/area-cell.tsx';
import { CountCell } from '../tables/count-cell.tsx';
import { minutesWords } from './minutes-words.ts';

/** What all fields come to, also those that are not shown. */
export function FieldsFoot({ fields }: { fields: readonly FieldInsight[] }) {
  const of = (name: keyof ValueCounts) => fields.reduce((sum, { counts }) => sum + counts[name], 0);
  const [values, corrected, flagged] = [of('values'), of('corrected'), of('flagged')];
  const changed = values - of('right');
  const isTimed = fields.some(({ timed }) => timed > 0);
  return (
    <tfoot className="font-medium [&_td]:border-b-0">
      <tr>
        <BodyCell className="py-1 pl-4">All fields together</BodyCell>
        <BodyCell className="whitespace-nowrap text-right">
          <span className="block">{shareWords(changed, values)}</span>
          <span className="block font-normal text-ink-faint text-xs">{intervalWords(changed, values)}</span>
        </BodyCell>
        <CountCell className="max-sm:hidden" count={values} />
        <CountCell className="max-md:hidden" count={corrected} note={shareWords(corrected, values)} />
        <CountCell className="max-md:hidden" count={of('missed')} />
        <CountCell className="max-md:hidden" count={of('invented')} />
        <CountCell className="max-lg:hidden" count={flagged} note={`${shareWords(of('needless'), flagged)} needless`} />
        <CountCell className="max-xl:hidden" count={of('unflagged')} />
        <AreaCell className="max-lg:hidden" classes={sumClasses(fields)} />
        <BodyCell className="whitespace-nowrap text-right tabular-nums max-md:pr-4">
          {isTimed ? minutesWords(fields.reduce((sum, field) => sum + secondsSpent(field), 0)) : '–'}
        </BodyCell>
        <BodyCell className="max-md:hidden" />
        <BodyCell className="pr-4 max-xl:hidden" />
      </tr>
    </tfoot>
  );
}
