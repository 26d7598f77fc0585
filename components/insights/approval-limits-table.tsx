import { BodyCell, HeadCell, Table } from '#components/ui/table.tsx';
import type { FieldLimit } from '#lib/contract/desk/automatic-approval.ts';
import { lackWords } from './approval-words.ts';
import { percentWords } from './insight-words.ts';

/** From which confidence on the values of each field pass, and from how many approved values that is known. Fields that lack something first. */
export function ApprovalLimitsTable({ fields }: { fields: readonly FieldLimit[] }) {
  const sorted = [...fields].sort((one, other) => Number(one.threshold !== null) - Number(other.threshold !== null));
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls
    <section aria-label="What passes, by field" tabIndex={0} className="max-h-72 overflow-auto rounded-sm border">
      <Table label="What passes, by field">
        <thead>
          <tr>
            <HeadCell>Field</HeadCell>
            <HeadCell className="text-right">Passes from</HeadCell>
            <HeadCell className="text-right max-sm:hidden">Known from</HeadCell>
            <HeadCell className="text-right">Error rate at most</HeadCell>
            <HeadCell className="text-right max-sm:hidden">If empty</HeadCell>
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
                <BodyCell className="whitespace-nowrap text-right max-sm:hidden">{limit.values.toLocaleString('en')} values</BodyCell>
                <BodyCell className="whitespace-nowrap text-right">
                  {limit.threshold === null ? <span className="text-ink-faint">–</span> : percentWords(limit.bound)}
                </BodyCell>
                <BodyCell className="whitespace-nowrap text-right max-sm:hidden">
                  {limit.may_be_empty ? 'passes' : 'a person looks'}
                </BodyCell>
              </tr>
            );
          })}
        </tbody>
      </Table>
    </section>
  );
}
