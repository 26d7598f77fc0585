'use client';

import { useState } from 'react';
import { ChartFrame } from '#components/shared/charts/chart-frame.tsx';
import { ShowAll } from '#components/shared/charts/show-all.tsx';
import { countOf } from '#components/shared/format.ts';
import { HeadCell, Table } from '#components/ui/table.tsx';
import type { FieldInsight, ReviewCounts } from '#lib/contract/desk/insights/insights.ts';
import { areaOfConfidence } from '#lib/document/statistics/area-of-confidence.ts';
import { type FieldSort, secondsSpent, sortFields } from '#lib/document/statistics/sort-fields.ts';
import { AREA_NOTE } from '../tables/area-cell.tsx';
import { ColumnNotes } from '../tables/column-notes.tsx';
import { SortHeadCell, type Sorting } from '../tables/sort-head-cell.tsx';
import { useOpened } from '../tables/use-opened.ts';
import { useScrollToOpened } from '../tables/use-scroll-to-opened.ts';
import { FieldLine } from './field-line.tsx';
import { FieldsFoot } from './fields-foot.tsx';
import { minutesWords } from './minutes-words.ts';
import { fieldKey, useFieldsState } from './use-fields-state.ts';

const FIRST = 15;
const COLUMNS = [
  ...['Field', 'Schema', 'Values', 'Right', 'Corrected', 'Missed', 'Invented', 'Flagged', 'Needless', 'Changed, not flagged'],
  ...['AUROC', 'Measured', 'Minutes', 'Seconds', 'Keys'],
];
const NOTES = [
  ['Changed', 'Share of values that people changed. Sorted by the lower bound of its interval: 40 of 100 counts for more than 1 of 1.'],
  ['Values', 'Values that were extracted or that people gave.'],
  ['Corrected', 'Another value was extracted than people approved. Sorted by the lower bound of the share’s interval.'],
  ['Missed', 'Nothing was extracted, and people gave a value.'],
  ['Invented', 'A value was extracted where people found none.'],
  ['Flags', 'Values that were flagged, and how many of them were right.'],
  ['Changed, no flag', 'Values that people changed although nothing was flagged.'],
  AREA_NOTE,
  ['Minutes', 'Time in which the field had the focus, in all documents of this time in which that was measured.'],
  ['Seconds each, keys each', 'Means of one document in which that was measured.'],
] as const;
/** What stands first, sorted downwards and upwards. */
const FIRST_WORDS: Record<FieldSort, readonly [down: string, up: string]> = {
  changed: ['those that people change most first', 'those that people change least first'],
  corrected: ['those that people correct most first', 'those that people correct least first'],
  flags: ['those with most flags first', 'those with fewest flags first'],
  minutes: ['those that took most minutes first', 'those that took fewest minutes first'],
  auroc: ['those where confidence tells right from wrong best first', 'those where confidence tells right from wrong worst first'],
  seconds: ['those that take most seconds first', 'those that take fewest seconds first'],
  keys: ['those that take most keys first', 'those that take fewest keys first'],
};

type FieldsTableProps = { fields: readonly FieldInsight[]; review: ReviewCounts; hasSchema: boolean };

/** Every field with what it costs, those that people change most first; each opens to the documents to look at. */
export function FieldsTable({ fields, review, hasSchema }: FieldsTableProps) {
  const { state, setState } = useFieldsState();
  const { open, toggle } = useOpened();
  const sorted = sortFields(fields, { by: state.sort, order: state.order });
  const [isAll, setAll] = useState(() => sorted.findIndex((field) => fieldKey(field) === open) >= FIRST);
  const opened = useScrollToOpened();
  const shown = isAll ? sorted : sorted.slice(0, FIRST);
  return (
    <ChartFrame
      title={`Fields, ${FIRST_WORDS[state.sort][state.order === 'desc' ? 0 : 1]}`}
      summary={`With the share of values that people changed and its 95 % interval. ${spentWords(fields, review)} Open a field for the documents to look at.`}
      fileName="fields"
      data={{ columns: COLUMNS, rows: sorted.map(rowOf) }}
    >
      <div ref={opened} className="-mx-4 overflow-x-auto">
        <Table label="Fields">
          <Head state={state} onChange={setState} />
          <tbody>
            {shown.map((field) => {
              const key = fieldKey(field);
              return <FieldLine key={key} field={field} hasSchema={hasSchema} isOpen={open === key} onToggle={() => toggle(key)} />;
            })}
          </tbody>
          {fields.length > 1 ? <FieldsFoot fields={fields} /> : null}
        </Table>
      </div>
      <ColumnNotes notes={NOTES} />
      <ShowAll first={FIRST} total={fields.length} what="fields" isAll={isAll} onChange={setAll} />
    </ChartFrame>
  );
}

/** How much of the time of people goes into fields at all. */
function spentWords(fields: readonly FieldInsight[], review: ReviewCounts): string {
  if (review.timed === 0) return 'No time was measured yet.';
  const spent = fields.reduce((sum, field) => sum + secondsSpent(field), 0);
  return `Of ${minutesWords(review.seconds)} minutes of work on ${countOf(review.timed, 'document')}, ${minutesWords(spent)} were spent in a field.`;
}

type HeadProps = { state: Sorting<FieldSort>; onChange: (change: Sorting<FieldSort>) => void };

function Head(sorting: HeadProps) {
  return (
    <thead>
      <tr>
        <HeadCell className="pl-4">Field</HeadCell>
        <SortHeadCell {...sorting} sort="changed">
          Changed
        </SortHeadCell>
        <HeadCell className="text-right max-sm:hidden">Values</HeadCell>
        <SortHeadCell {...sorting} sort="corrected" className="max-md:hidden">
          Corrected
        </SortHeadCell>
        <HeadCell className="text-right max-md:hidden">Missed</HeadCell>
        <HeadCell className="text-right max-md:hidden">Invented</HeadCell>
        <SortHeadCell {...sorting} sort="flags" className="max-lg:hidden">
          Flags
        </SortHeadCell>
        <HeadCell className="text-right max-xl:hidden">Changed, no flag</HeadCell>
        <SortHeadCell {...sorting} sort="auroc" worst="asc" className="max-lg:hidden">
          AUROC
        </SortHeadCell>
        <SortHeadCell {...sorting} sort="minutes" className="max-md:pr-4">
          Minutes
        </SortHeadCell>
        <SortHeadCell {...sorting} sort="seconds" className="max-md:hidden">
          Seconds each
        </SortHeadCell>
        <SortHeadCell {...sorting} sort="keys" className="pr-4 max-xl:hidden">
          Keys each
        </SortHeadCell>
      </tr>
    </thead>
  );
}

function rowOf(field: FieldInsight) {
  const { schema_name, label, counts, confidence, seconds, keys, timed } = field;
  return [
    ...[label, schema_name, counts.values, counts.right, counts.corrected, counts.missed, counts.invented],
    ...[counts.flagged, counts.needless, counts.unflagged, rounded(areaOfConfidence(confidence)), timed],
    ...[timed === 0 ? null : rounded(secondsSpent(field) / 60), rounded(seconds), rounded(keys)],
  ];
}

const rounded = (value: number | null) => (value === null ? null : Math.round(value * 100) / 100);
