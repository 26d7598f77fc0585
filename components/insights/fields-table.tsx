'use client';

import { useId, useState } from 'react';
import { ChartFrame } from '#components/shared/charts/chart-frame.tsx';
import { secondsWords } from '#components/shared/charts/seconds-words.ts';
import { intervalWords, shareWords } from '#components/shared/charts/share-words.ts';
import { DisclosureButton } from '#components/ui/disclosure-button.tsx';
import { BodyCell, HeadCell, Table } from '#components/ui/table.tsx';
import type { FieldInsight } from '#lib/contract/desk/insights/insights.ts';
import { areaUnderRoc } from '#lib/document/statistics/area-under-roc.ts';
import { ChangedDocumentsList } from './changed-documents-list.tsx';
import { ShowAll } from './show-all.tsx';

const FIRST = 15;

/** Every field, those that people change most first; each opens to the documents to look at. */
export function FieldsTable({ fields, hasSchema }: { fields: readonly FieldInsight[]; hasSchema: boolean }) {
  const [isAll, setAll] = useState(false);
  const [open, setOpen] = useState<string | null>(null);
  const shown = isAll ? fields : fields.slice(0, FIRST);
  return (
    <ChartFrame
      title="Fields, those that people change most first"
      summary="With the share of values that people changed and its 95 % interval. Open a field for the documents to look at."
      fileName="fields"
      data={{
        columns: [
          'Field',
          'Schema',
          'Values',
          'Right',
          'Corrected',
          'Missed',
          'Invented',
          'Flagged',
          'Needless',
          'Changed, not flagged',
          'AUROC',
          'Seconds',
          'Keys',
        ],
        rows: fields.map(({ schema_name, label, counts, confidence, seconds, keys }) => [
          label,
          schema_name,
          counts.values,
          counts.right,
          counts.corrected,
          counts.missed,
          counts.invented,
          counts.flagged,
          counts.needless,
          counts.unflagged,
          rounded(areaUnderRoc(confidence)),
          rounded(seconds),
          rounded(keys),
        ]),
      }}
    >
      <div className="-mx-4 overflow-x-auto">
        <Table label="Fields">
          <thead>
            <tr>
              <HeadCell className="pl-4">Field</HeadCell>
              <HeadCell className="text-right">Changed</HeadCell>
              <HeadCell className="text-right max-sm:hidden">Values</HeadCell>
              <HeadCell className="text-right max-md:hidden">Corrected</HeadCell>
              <HeadCell className="text-right max-md:hidden">Missed</HeadCell>
              <HeadCell className="text-right max-md:hidden">Invented</HeadCell>
              <HeadCell className="text-right max-lg:hidden">Needless flags</HeadCell>
              <HeadCell className="text-right max-lg:hidden">Changed, no flag</HeadCell>
              <HeadCell className="pr-4 text-right max-lg:hidden">Seconds</HeadCell>
            </tr>
          </thead>
          <tbody>
            {shown.map((field) => {
              const key = `${field.schema_id} ${field.field}`;
              return (
                <FieldLine
                  key={key}
                  field={field}
                  hasSchema={hasSchema}
                  isOpen={open === key}
                  onToggle={() => setOpen(open === key ? null : key)}
                />
              );
            })}
          </tbody>
        </Table>
      </div>
      <ShowAll first={FIRST} total={fields.length} what="fields" isAll={isAll} onChange={setAll} />
    </ChartFrame>
  );
}

const rounded = (value: number | null) => (value === null ? null : Math.round(value * 100) / 100);

type FieldLineProps = { field: FieldInsight; hasSchema: boolean; isOpen: boolean; onToggle: () => void };

function FieldLine({ field, hasSchema, isOpen, onToggle }: FieldLineProps) {
  const id = useId();
  const { counts } = field;
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
        <Count className="max-sm:hidden">{counts.values}</Count>
        <Count className="max-md:hidden">{counts.corrected}</Count>
        <Count className="max-md:hidden">{counts.missed}</Count>
        <Count className="max-md:hidden">{counts.invented}</Count>
        <BodyCell className="text-right max-lg:hidden">{shareWords(counts.needless, counts.flagged)}</BodyCell>
        <Count className="max-lg:hidden">{counts.unflagged}</Count>
        <BodyCell className="whitespace-nowrap pr-4 text-right max-lg:hidden">
          {field.seconds === null ? <span className="text-ink-faint">–</span> : secondsWords(field.seconds)}
        </BodyCell>
      </tr>
      {isOpen ? (
        <tr>
          <td id={id} colSpan={9} className="border-b bg-canvas px-4 py-2">
            <ChangedDocumentsList schemaId={field.schema_id} field={field.field} label={field.label} />
          </td>
        </tr>
      ) : null}
    </>
  );
}

function Count({ children, className }: { children: number; className: string }) {
  return (
    <BodyCell className={`text-right ${className}`}>
      {children === 0 ? <span className="text-ink-faint">–</span> : children.toLocaleString('en')}
    </BodyCell>
  );
}
