import { ChartFrame } from '#components/shared/charts/chart-frame.tsx';
import { intervalWords, shareWords } from '#components/shared/charts/share-words.ts';
import { BodyCell, HeadCell, Table } from '#components/ui/table.tsx';
import type { KindInsight } from '#lib/contract/desk/insights/insights.ts';

/** How well the engine found the kind of documents, by the schema that people approved them with. */
export function KindsPart({ kinds }: { kinds: readonly KindInsight[] }) {
  return (
    <ChartFrame
      title="Detected kinds"
      summary="Documents whose kind was to be detected, by the schema that people approved them with. With the share that needed no choice by a person and its 95 % interval."
      fileName="kinds"
      data={{
        columns: ['Schema', 'Documents', 'Detected', 'Mistaken', 'Left to a person', 'Of these, likeliest was right', 'Mistaken for'],
        rows: kinds.map((kind) => [
          nameOf(kind),
          kind.documents,
          kind.right,
          kind.wrong,
          kind.asked,
          kind.asked_right,
          kind.taken_for.map((one) => `${nameOf(one)} (${one.documents})`).join(', '),
        ]),
      }}
    >
      <div className="-mx-4 overflow-x-auto">
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
              <tr key={kind.schema_id}>
                <BodyCell className="py-1.5 pl-4">
                  <bdi className="font-medium">{nameOf(kind)}</bdi>
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
            ))}
          </tbody>
        </Table>
      </div>
    </ChartFrame>
  );
}

const MOST_NAMED = 3;

function TakenFor({ kind }: { kind: KindInsight }) {
  return kind.taken_for.slice(0, MOST_NAMED).map((one, index) => (
    <span key={one.schema_id}>
      {index > 0 ? ', ' : ''}
      <bdi>{nameOf(one)}</bdi> ({one.documents.toLocaleString('en')})
    </span>
  ));
}

const nameOf = ({ schema_name }: { schema_name: string }) => schema_name || 'A removed schema';
