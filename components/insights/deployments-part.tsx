import { Link } from 'react-aria-components/Link';
import { ChartFrame } from '#components/shared/charts/chart-frame.tsx';
import { secondsWords } from '#components/shared/charts/seconds-words.ts';
import { intervalWords, shareWords } from '#components/shared/charts/share-words.ts';
import { BodyCell, HeadCell, Table } from '#components/ui/table.tsx';
import type { DeploymentInsight } from '#lib/contract/desk/insights/insights.ts';
import { areaOfConfidence } from '#lib/document/statistics/area-of-confidence.ts';
import { wilsonInterval } from '#lib/document/statistics/wilson-interval.ts';
import { AREA_NOTE, AreaCell } from './tables/area-cell.tsx';
import { ColumnNotes } from './tables/column-notes.tsx';

const COLUMNS = [
  ...['Deployment', 'Approved', 'Automatically', 'Unchanged', 'Rejected', 'Values', 'Changed', 'Changed, from', 'Changed, to'],
  ...['AUROC', 'Measured', 'Seconds per document', 'Failures'],
];

const NOTES = [
  ['Documents', 'Approved by people and automatically.'],
  ['Values changed', 'Share of values that people changed, with its 95 % interval.'],
  ['No correction needed', 'Share of the documents that people approved of which no value was changed.'],
  AREA_NOTE,
  ['Work per document', 'Mean of the documents in which that was measured.'],
  [
    'Failures',
    'How often a document failed there in this time; one that went well later still counts. The number leads to the documents that are failed now.',
  ],
] as const;

/** Each deployment beside the others: how much of what it extracted was changed, what that cost, and how often documents failed there. */
export function DeploymentsPart({ deployments }: { deployments: readonly DeploymentInsight[] }) {
  return (
    <ChartFrame
      title="Deployments"
      summary="With the share of values that people changed and its 95 % interval. Deployments get different documents: choose a schema to compare like with like."
      fileName="deployments"
      data={{ columns: COLUMNS, rows: deployments.map(rowOf) }}
    >
      <div className="-mx-4 overflow-x-auto">
        <Table label="Deployments">
          <thead>
            <tr>
              <HeadCell className="pl-4">Deployment</HeadCell>
              <HeadCell className="text-right max-sm:hidden">Documents</HeadCell>
              <HeadCell className="text-right">Values changed</HeadCell>
              <HeadCell className="text-right max-md:hidden">No correction needed</HeadCell>
              <HeadCell className="text-right max-md:hidden">AUROC</HeadCell>
              <HeadCell className="text-right max-sm:hidden">Work per document</HeadCell>
              <HeadCell className="pr-4 text-right">Failures</HeadCell>
            </tr>
          </thead>
          <tbody className="[&>tr:last-child>td]:border-b-0">
            {deployments.map((one) => (
              <DeploymentLine key={one.deployment_id} deployment={one} />
            ))}
          </tbody>
        </Table>
      </div>
      <ColumnNotes notes={NOTES} />
    </ChartFrame>
  );
}

function DeploymentLine({ deployment }: { deployment: DeploymentInsight }) {
  const { name, review, values, changed, failures } = deployment;
  return (
    <tr>
      <BodyCell className="break-words py-1.5 pl-4 font-medium">
        <bdi>{name}</bdi>
      </BodyCell>
      <BodyCell className="text-right max-sm:hidden">{(review.approved + review.automatic).toLocaleString('en')}</BodyCell>
      <BodyCell className="whitespace-nowrap text-right">
        <span className="block font-medium">{shareWords(changed, values)}</span>
        <span className="block text-ink-faint text-xs">
          {values === 0 ? 'no values' : `${intervalWords(changed, values)} of ${values.toLocaleString('en')}`}
        </span>
      </BodyCell>
      <BodyCell className="text-right max-md:hidden">{shareWords(review.unchanged, review.approved)}</BodyCell>
      <AreaCell className="max-md:hidden" classes={deployment.confidence} />
      <BodyCell className="whitespace-nowrap text-right max-sm:hidden">
        {review.timed === 0 ? <span className="text-ink-faint">–</span> : secondsWords(review.seconds / review.timed)}
      </BodyCell>
      <BodyCell className="pr-4 text-right">
        {failures === 0 ? (
          <span className="text-ink-faint">–</span>
        ) : (
          <Link
            href={`/documents?${new URLSearchParams({ tab: 'failed', deployment: deployment.deployment_id })}`}
            aria-label={`${failures.toLocaleString('en')} at ${name}: the documents that are failed now`}
            className="rounded-sm text-accent underline underline-offset-2"
          >
            {failures.toLocaleString('en')}
          </Link>
        )}
      </BodyCell>
    </tr>
  );
}

function rowOf({ name, review, values, changed, confidence, failures }: DeploymentInsight) {
  const { low, high } = wilsonInterval(changed, values);
  const bounds = values === 0 ? [null, null] : [rounded(low, 4), rounded(high, 4)];
  const area = areaOfConfidence(confidence);
  return [
    ...[name, review.approved, review.automatic, review.unchanged, review.rejected, values, changed, ...bounds],
    ...[
      area === null ? null : rounded(area, 3),
      review.timed,
      review.timed === 0 ? null : rounded(review.seconds / review.timed, 1),
      failures,
    ],
  ];
}

const rounded = (value: number, places: number) => Number(value.toFixed(places));
