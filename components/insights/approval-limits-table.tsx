import { BodyCell, HeadCell, Table } from '#components/ui/table.tsx';
import type { FieldLimit } from '#lib/contract/desk/automatic-approval.ts';
import { lackWords } from './approval-words.ts';
import { percentWords } from './insight-words.ts';

/**
 * From which confidence on the values of each field pass, and from how many approved values that is known; fields that hold back the most
 * documents first.
 * @param held documents that each holds back, by the field's name
 */
export function ApprovalLimitsTable({ fields, held }: { fields: readonly FieldLimit[]; held: Readonly<Record<string, number>> }) {
  const heldBy = ({ field }: FieldLimit) => held[field] ?? 0;
  const sorted = [...fields].sort((one, other) => heldBy(other) - heldBy(one));
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls
    <section aria-label="What passes, by field" tabIndex={0} className="max-h-72 self-start overflow-auto rounded-sm border">
      <Table label="What passes, by field">
        <thead>
          <tr>
            <HeadCell>Field</HeadCell>
            <HeadCell className="text-right" title="The lowest confidence at which a value of the field passes without a person">
              Passes from
            </HeadCell>
            <HeadCell className="text-right max-sm:hidden" title="Decided documents that say how often the field is right">
              Known from
            </HeadCell>
            <HeadCell
              className="text-right max-sm:hidden"
              title="Share of documents in which the field is wrong at most among what passes, with 95 % confidence"
            >
              Wrong in at most
            </HeadCell>
            <HeadCell
              className="text-right max-sm:hidden"
              title="Whether a document passes in which nothing was found for the field: only where that was right often enough"
            >
              If empty
            </HeadCell>
            <HeadCell className="text-right" title="Of the last approved documents: those in which this field would have needed a person">
              Holds back
            </HeadCell>
          </tr>
        </thead>
        <tbody className="[&>tr:last-child>td]:border-b-0">
          {sorted.map((limit) => {
            const lack = lackWords(limit);
            return (
              <tr key={limit.field}>
                <BodyCell>
                  <bdi className="block">{limit.label}</bdi>
                  {lack ? <span className="block text-warn text-xs">{lack}</span> : null}
                </BodyCell>
                <BodyCell className="whitespace-nowrap text-right">
                  {limit.threshold === null ? <span className="text-ink-faint">–</span> : percentWords(limit.threshold)}
                </BodyCell>
                <BodyCell className="whitespace-nowrap text-right max-sm:hidden">{limit.documents.toLocaleString('en')} documents</BodyCell>
                <BodyCell className="whitespace-nowrap text-right max-sm:hidden">
                  {limit.threshold === null ? <span className="text-ink-faint">–</span> : percentWords(limit.bound)}
                </BodyCell>
                <BodyCell className="whitespace-nowrap text-right max-sm:hidden">
                  {limit.may_be_empty ? 'passes' : 'a person looks'}
                </BodyCell>
                <BodyCell className="whitespace-nowrap text-right">
                  {heldBy(limit) === 0 ? <span className="text-ink-faint">–</span> : heldBy(limit).toLocaleString('en')}
                </BodyCell>
              </tr>
            );
          })}
        </tbody>
      </Table>
    </section>
  );
}
