import { useId } from 'react';
import { DisclosureButton } from '#components/ui/disclosure-button.tsx';
import { BodyCell, HeadCell, Table } from '#components/ui/table.tsx';
import type { ApprovalTrial, FieldLimit } from '#lib/contract/desk/automatic-approval.ts';
import { formatPointer } from '#lib/document/values/pointer.ts';
import { lackWords } from './approval-words.ts';
import { percentWords } from './insight-words.ts';
import { ColumnNotes } from './tables/column-notes.tsx';
import { DocumentLine, DocumentLines } from './tables/document-line.tsx';
import { useOpened } from './tables/use-opened.ts';
import { useScrollToOpened } from './tables/use-scroll-to-opened.ts';

const NOTES = [
  ['Passes from', 'The lowest confidence at which a value of the field passes without a person.'],
  ['Known from', 'Decided documents that say how often the field is right.'],
  ['Wrong in at most', 'Share of documents in which the field is wrong at most among what passes, with 95 % confidence.'],
  ['If empty', 'Whether a document passes in which nothing was found for the field: only where that was right often enough.'],
  [
    'Holds back',
    'Of the last approved documents: those in which this field would have needed a person. Open it for the documents to look at.',
  ],
] as const;

/**
 * From which confidence on the values of each field pass, and from how many approved values that is known; fields that hold back the most
 * documents first. What a field holds back opens to the documents to look at.
 */
export function ApprovalLimitsTable({ fields, trial }: { fields: readonly FieldLimit[]; trial: ApprovalTrial }) {
  const opened = useScrollToOpened();
  const heldBy = ({ field }: FieldLimit) => trial.held[field] ?? 0;
  const sorted = [...fields].sort((one, other) => heldBy(other) - heldBy(one));
  return (
    <div ref={opened} className="min-w-0 self-start">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls */}
      <section aria-label="What passes, by field" tabIndex={0} className="max-h-72 overflow-auto rounded-sm border">
        <Table label="What passes, by field">
          <thead>
            <tr>
              <HeadCell>Field</HeadCell>
              <HeadCell className="text-right">Passes from</HeadCell>
              <HeadCell className="text-right max-sm:hidden">Known from</HeadCell>
              <HeadCell className="text-right max-sm:hidden">Wrong in at most</HeadCell>
              <HeadCell className="text-right max-sm:hidden">If empty</HeadCell>
              <HeadCell className="text-right">Holds back</HeadCell>
            </tr>
          </thead>
          <tbody className="[&>tr:last-child>td]:border-b-0">
            {sorted.map((limit) => (
              <LimitLine key={limit.field} limit={limit} held={heldBy(limit)} documents={trial.held_documents[limit.field] ?? []} />
            ))}
          </tbody>
        </Table>
      </section>
      <ColumnNotes notes={NOTES} />
    </div>
  );
}

type LimitLineProps = { limit: FieldLimit; held: number; documents: ApprovalTrial['held_documents'][string] };

function LimitLine({ limit, held, documents }: LimitLineProps) {
  const { open, toggle } = useOpened();
  const id = useId();
  const key = `held:${limit.field}`;
  const isOpen = open === key && held > 0;
  const lack = lackWords(limit);
  return (
    <>
      <tr>
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
        <BodyCell className="whitespace-nowrap text-right max-sm:hidden">{limit.may_be_empty ? 'passes' : 'a person looks'}</BodyCell>
        <BodyCell className="whitespace-nowrap text-right">
          {held === 0 ? (
            <span className="text-ink-faint">–</span>
          ) : (
            <DisclosureButton isOpen={isOpen} onToggle={() => toggle(key)} controls={id} className="ml-auto">
              <span className="tabular-nums">
                {held.toLocaleString('en')}
                <span className="sr-only"> documents held back by {limit.label}</span>
              </span>
            </DisclosureButton>
          )}
        </BodyCell>
      </tr>
      {isOpen ? (
        <tr>
          <td id={id} colSpan={6} className="border-b bg-canvas px-3 py-2">
            <DocumentLines label={`Documents that ${limit.label} holds back`}>
              {documents.map(({ document_id, name }) => (
                <DocumentLine key={document_id} id={document_id} name={name} pointer={formatPointer(limit.field.split('.')[0]!)} />
              ))}
            </DocumentLines>
            {held > documents.length ? (
              <p className="pt-1.5 text-ink-faint text-xs">Only the {documents.length.toLocaleString('en')} approved last are listed.</p>
            ) : null}
          </td>
        </tr>
      ) : null}
    </>
  );
}
