import { useId } from 'react';
import { ChartFrame } from '#components/shared/charts/chart-frame.tsx';
import { intervalWords, shareWords } from '#components/shared/charts/share-words.ts';
import { DisclosureButton } from '#components/ui/disclosure-button.tsx';
import { BodyCell, HeadCell, Table } from '#components/ui/table.tsx';
import type { InsightsQuery, KindInsight } from '#lib/contract/desk/insights/insights.ts';
import { ColumnNotes } from './tables/column-notes.tsx';
import { CountedDocumentsList } from './tables/counted-documents-list.tsx';
import { schemaNameOf } from './tables/schema-name.ts';
import { useOpened } from './tables/use-opened.ts';
import { useScrollToOpened } from './tables/use-scroll-to-opened.ts';

const NOTES = [
  ['Detected', 'The engine chose the schema by itself, and people kept it; with the 95 % interval.'],
  ['Documents', 'Those whose kind the engine was asked for.'],
  ['Left to a person', 'The engine was not sure, and asked.'],
  ['Likeliest was right', 'Of those that were left to a person: the schema that the engine thought likeliest was right.'],
  ['Mistaken', 'The engine chose another schema by itself, which people changed.'],
] as const;

/** How well the engine found the kind of documents, by the schema that people approved them with; each opens to the mistaken ones. */
export function KindsPart({ kinds, query }: { kinds: readonly KindInsight[]; query: InsightsQuery }) {
  const opened = useScrollToOpened();
  return (
    <ChartFrame
      title="Detected kinds"
      summary="Documents whose kind was to be detected, by the schema that people approved them with. With the share that needed no choice by a person and its 95 % interval. Open a schema for the documents whose kind was mistaken."
      fileName="kinds"
      data={{
        columns: ['Schema', 'Documents', 'Detected', 'Mistaken', 'Left to a person', 'Of these, likeliest was right', 'Mistaken for'],
        rows: kinds.map((kind) => [
          schemaNameOf(kind),
          kind.documents,
          kind.right,
          kind.wrong,
          kind.asked,
          kind.asked_right,
          kind.taken_for.map((one) => `${schemaNameOf(one)} (${one.documents})`).join(', '),
        ]),
      }}
    >
      <div ref={opened} className="-mx-4 overflow-x-auto">
        <Table label="Detected kinds">
          <thead>
            <tr>
              <HeadCell className="pl-4">Schema</HeadCell>
              <HeadCell className="text-right">Detected</HeadCell>
              <HeadCell className="text-right max-sm:hidden">Documents</HeadCell>
              <HeadCell className="text-right max-md:hidden">Left to a person</HeadCell>
              <HeadCell className="text-right max-lg:hidden">Likeliest was right</HeadCell>
              <HeadCell className="text-right">Mistaken</HeadCell>
              <HeadCell className="pr-4 max-md:hidden">Mistaken for</HeadCell>
            </tr>
          </thead>
          <tbody className="[&>tr:last-child>td]:border-b-0">
            {kinds.map((kind) => (
              <KindLine key={kind.schema_id} kind={kind} query={query} />
            ))}
          </tbody>
        </Table>
      </div>
      <ColumnNotes notes={NOTES} />
    </ChartFrame>
  );
}

function KindLine({ kind, query }: { kind: KindInsight; query: InsightsQuery }) {
  const { open, toggle } = useOpened();
  const id = useId();
  const key = `kind:${kind.schema_id}`;
  const isOpen = open === key && kind.wrong > 0;
  return (
    <>
      <tr>
        <BodyCell className="py-1.5 pl-4">
          {kind.wrong === 0 ? (
            <bdi className="block pl-5 font-medium">{schemaNameOf(kind)}</bdi>
          ) : (
            <DisclosureButton isOpen={isOpen} onToggle={() => toggle(key)} controls={id}>
              <bdi className="font-medium">{schemaNameOf(kind)}</bdi>
            </DisclosureButton>
          )}
        </BodyCell>
        <BodyCell className="whitespace-nowrap text-right">
          <span className="block font-medium">{shareWords(kind.right, kind.documents)}</span>
          <span className="block text-ink-faint text-xs">{intervalWords(kind.right, kind.documents)}</span>
        </BodyCell>
        <BodyCell className="text-right max-sm:hidden">{kind.documents.toLocaleString('en')}</BodyCell>
        <BodyCell className="text-right max-md:hidden">{shareWords(kind.asked, kind.documents)}</BodyCell>
        <BodyCell className="text-right max-lg:hidden">{shareWords(kind.asked_right, kind.asked)}</BodyCell>
        <BodyCell className="text-right">{shareWords(kind.wrong, kind.documents)}</BodyCell>
        <BodyCell className="pr-4 max-md:hidden">
          {kind.taken_for.length === 0 ? <span className="text-ink-faint">–</span> : <TakenFor kind={kind} />}
        </BodyCell>
      </tr>
      {isOpen ? (
        <tr>
          <td id={id} colSpan={7} className="border-b bg-canvas px-4 py-2">
            <CountedDocumentsList
              query={{ ...query, schema_id: kind.schema_id, mistaken: 'yes' }}
              label={`Documents of ${schemaNameOf(kind)} that were taken for another kind`}
            />
          </td>
        </tr>
      ) : null}
    </>
  );
}

const MOST_NAMED = 3;

function TakenFor({ kind }: { kind: KindInsight }) {
  return kind.taken_for.slice(0, MOST_NAMED).map((one, index) => (
    <span key={one.schema_id}>
      {index > 0 ? ', ' : ''}
      <bdi>{schemaNameOf(one)}</bdi> ({one.documents.toLocaleString('en')})
    </span>
  ));
}
