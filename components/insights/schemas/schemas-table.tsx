'use client';

import { useState } from 'react';
import { ChartFrame } from '#components/shared/charts/chart-frame.tsx';
import { ShowAll } from '#components/shared/charts/show-all.tsx';
import { HeadCell, Table } from '#components/ui/table.tsx';
import type { SchemaInsight } from '#lib/contract/desk/insights/insights.ts';
import { areaOfConfidence } from '#lib/document/statistics/area-of-confidence.ts';
import { hasEvidence, type SchemaSort, sortSchemas } from '#lib/document/statistics/sort-schemas.ts';
import { FEWEST_PASSED } from '#lib/document/statistics/threshold-curve.ts';
import { wilsonInterval } from '#lib/document/statistics/wilson-interval.ts';
import { AREA_NOTE } from '../tables/area-cell.tsx';
import { ColumnNotes } from '../tables/column-notes.tsx';
import { schemaNameOf } from '../tables/schema-name.ts';
import { SortHeadCell, type Sorting } from '../tables/sort-head-cell.tsx';
import { SchemaLine } from './schema-line.tsx';
import { useSchemasState } from './use-schemas-state.ts';

const FIRST = 15;
const COLUMNS = [
  ...['Schema', 'Approved', 'Automatically', 'Unchanged', 'Rejected', 'Values', 'Changed', 'Changed, from', 'Changed, to', 'AUROC'],
  ...['Measured', 'Seconds per document', 'Values in quality samples', 'Wrong in quality samples'],
];
const NOTES = [
  ['Documents', 'Approved by people and automatically.'],
  [
    'Values changed',
    `Share of values that people changed, with its 95 % interval. Sorted by the interval’s bound, so that few values never stand first; below ${FEWEST_PASSED} values there is not enough evidence yet.`,
  ],
  ['No correction needed', 'Share of the documents that people approved of which no value was changed, with its 95 % interval.'],
  ['Work per document', 'Mean of the documents in which that was measured.'],
  AREA_NOTE,
  [
    'Wrong in samples',
    'Values that quality samples found wrong, of those that were checked: only of those that were entered blind, as long as there are some.',
  ],
  [
    'Automatically',
    'Share of the approved documents that approved themselves. It leads to the schema’s thresholds and its automatic approval.',
  ],
] as const;
/** What stands first, sorted downwards and upwards. */
const FIRST_WORDS: Record<SchemaSort, readonly [down: string, up: string]> = {
  changed: ['those that people change most first', 'those that people change least first'],
  documents: ['those with most documents first', 'those with fewest documents first'],
  unchanged: ['those that need fewest corrections first', 'those that need most corrections first'],
  seconds: ['those that take most time first', 'those that take least time first'],
  auroc: ['those where confidence tells right from wrong best first', 'those where confidence tells right from wrong worst first'],
  samples: ['those most often wrong in samples first', 'those least often wrong in samples first'],
  automatic: ['those most often approved automatically first', 'those least often approved automatically first'],
};

type SchemasTableProps = {
  schemas: readonly SchemaInsight[];
  /** The address of the insights of one schema. */
  addressOf: (schemaId: string) => string;
};

/** Schemas side by side, those that people change most first; each leads to its own insights. */
export function SchemasTable({ schemas, addressOf }: SchemasTableProps) {
  const { state, setState } = useSchemasState();
  const [isAll, setAll] = useState(false);
  const sorted = sortSchemas(schemas, { by: state.sort, order: state.order });
  const shown = isAll ? sorted : sorted.slice(0, FIRST);
  if (schemas.length === 0) return null;
  return (
    <ChartFrame
      title={`Schemas, ${FIRST_WORDS[state.sort][state.order === 'desc' ? 0 : 1]}`}
      summary="What approvals say of each schema. Open one for its fields, its thresholds and its automatic approval."
      fileName="schemas"
      data={{ columns: COLUMNS, rows: sorted.map(rowOf) }}
    >
      <div className="-mx-4 overflow-x-auto">
        <Table label="Schemas">
          <Head state={state} onChange={setState} />
          <tbody className="[&>tr:last-child>td]:border-b-0">
            {shown.map((schema) => (
              <SchemaLine key={schema.schema_id} schema={schema} href={addressOf(schema.schema_id)} />
            ))}
          </tbody>
        </Table>
      </div>
      <ColumnNotes notes={NOTES} />
      <ShowAll first={FIRST} total={schemas.length} what="schemas" isAll={isAll} onChange={setAll} />
    </ChartFrame>
  );
}

type HeadProps = { state: Sorting<SchemaSort>; onChange: (change: Sorting<SchemaSort>) => void };

function Head(sorting: HeadProps) {
  return (
    <thead>
      <tr>
        <HeadCell className="pl-4">Schema</HeadCell>
        <SortHeadCell {...sorting} sort="documents" className="max-sm:hidden">
          Documents
        </SortHeadCell>
        <SortHeadCell {...sorting} sort="changed">
          Values changed
        </SortHeadCell>
        <SortHeadCell {...sorting} sort="unchanged" worst="asc" className="max-md:hidden">
          No correction needed
        </SortHeadCell>
        <SortHeadCell {...sorting} sort="seconds" className="max-md:hidden">
          Work per document
        </SortHeadCell>
        <SortHeadCell {...sorting} sort="auroc" worst="asc" className="max-lg:hidden">
          AUROC
        </SortHeadCell>
        <SortHeadCell {...sorting} sort="samples" className="max-lg:hidden">
          Wrong in samples
        </SortHeadCell>
        <SortHeadCell {...sorting} sort="automatic" worst="asc" className="pr-4">
          Automatically
        </SortHeadCell>
      </tr>
    </thead>
  );
}

function rowOf(schema: SchemaInsight) {
  const { review, values, changed, samples } = schema;
  const { low, high } = wilsonInterval(changed, values);
  const bounds = hasEvidence(schema) ? [rounded(low, 4), rounded(high, 4)] : [null, null];
  const area = areaOfConfidence(schema.confidence);
  return [
    ...[schemaNameOf(schema), review.approved, review.automatic, review.unchanged, review.rejected, values, changed, ...bounds],
    ...[area === null ? null : rounded(area, 3), review.timed],
    ...[review.timed === 0 ? null : rounded(review.seconds / review.timed, 1), samples.values, samples.wrong],
  ];
}

const rounded = (value: number, places: number) => Number(value.toFixed(places));
