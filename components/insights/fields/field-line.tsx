import { useId } from 'react';
import { secondsWords } from '#components/shared/charts/seconds-words.ts';
import { intervalWords, shareWords } from '#components/shared/charts/share-words.ts';
import { DisclosureButton } from '#components/ui/disclosure-button.tsx';
import { BodyCell } from '#components/ui/table.tsx';
import type { FieldInsight } from '#lib/contract/desk/insights/insights.ts';
import { secondsSpent } from '#lib/document/statistics/sort-fields.ts';
import { AreaCell } from '../tables/area-cell.tsx';
import { CountCell } from '../tables/count-cell.tsx';
import { ChangedDocumentsList } from './changed-documents-list.tsx';
import { minutesWords } from './minutes-words.ts';

type FieldLineProps = { field: FieldInsight; hasSchema: boolean; isOpen: boolean; onToggle: () => void };

/** A field with its figures; opened, with the documents to look at below it. */
export function FieldLine({ field, hasSchema, isOpen, onToggle }: FieldLineProps) {
  const id = useId();
  const { counts, seconds, keys } = field;
  const changed = counts.values - counts.right;
  return (
    <>
      <tr>
        <BodyCell className="py-1 pl-4">
          <DisclosureButton isOpen={isOpen} onToggle={onToggle} controls={id}>
            <span>
              <bdi className="block font-medium">{field.label}</bdi>
              {hasSchema ? null : <bdi className="block text-ink-faint text-xs">{field.schema_name}</bdi>}
            </span>
          </DisclosureButton>
        </BodyCell>
        <BodyCell className="whitespace-nowrap text-right">
          <span className="block font-medium">{shareWords(changed, counts.values)}</span>
          <span className="block text-ink-faint text-xs">{intervalWords(changed, counts.values)}</span>
        </BodyCell>
        <CountCell className="max-sm:hidden" count={counts.values} />
        <CountCell className="max-md:hidden" count={counts.corrected} note={shareWords(counts.corrected, counts.values)} />
        <CountCell className="max-md:hidden" count={counts.missed} />
        <CountCell className="max-md:hidden" count={counts.invented} />
        <CountCell className="max-lg:hidden" count={counts.flagged} note={`${shareWords(counts.needless, counts.flagged)} needless`} />
        <CountCell className="max-xl:hidden" count={counts.unflagged} />
        <AreaCell className="max-lg:hidden" classes={field.confidence} />
        <BodyCell className="whitespace-nowrap text-right tabular-nums max-md:pr-4">
          {seconds === null ? <span className="text-ink-faint">–</span> : minutesWords(secondsSpent(field))}
        </BodyCell>
        <BodyCell className="whitespace-nowrap text-right max-md:hidden">
          {seconds === null ? <span className="text-ink-faint">–</span> : secondsWords(seconds)}
        </BodyCell>
        <BodyCell className="pr-4 text-right tabular-nums max-xl:hidden">
          {keys === null ? <span className="text-ink-faint">–</span> : keys.toFixed(1)}
        </BodyCell>
      </tr>
      {isOpen ? (
        <tr>
          <td id={id} colSpan={12} className="border-b bg-canvas px-4 py-2">
            <ChangedDocumentsList schemaId={field.schema_id} field={field.field} label={field.label} />
          </td>
        </tr>
      ) : null}
    </>
  );
}
