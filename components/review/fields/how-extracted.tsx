'use client';

import type { ReactNode } from 'react';
import { formatDayAndTime } from '#components/shared/format.ts';
import type { MergedValue } from '#lib/contract/desk/review.ts';
import type { Value } from '#lib/contract/service/extraction.ts';
import type { RowField } from '#lib/contract/service/extraction-schema.ts';
import { sheetPlace } from '#lib/document/geometry/cell-address.ts';
import { formatValue } from '#lib/document/values/format-value.ts';
import { EvidenceCrop } from '../pages/drawing/evidence-crop.tsx';
import { useReview } from '../session/review-context.ts';
import { tellModelUse } from '../session/tell-model-use.ts';
import { LearnedFrom } from './learned-from.tsx';
import { howSure, tellRecord, whyExtracted } from './why-note.ts';

const DID = { confirmed: 'Confirmed', corrected: 'Corrected', cleared: 'Cleared' } as const;

function Line({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-ink-muted">{name}</dt>
      <dd className="min-w-0">{children}</dd>
    </>
  );
}

const saidWords = (field: RowField, value: Value) => (value === null ? 'nothing' : `“${formatValue(field.type, value)}”`);

/** Who did what to a value, what was extracted and how sure that is, and where it stands. */
export function HowExtracted({ field, merged }: { field: RowField; merged: MergedValue }) {
  const { documentId, detail } = useReview();
  const { second_opinion: opinion } = merged;
  const stated = merged.evidence.find((evidence) => evidence.stated);
  const first = merged.evidence[0];
  const cell = first ? sheetPlace(first) : null;
  return (
    <dl className="grid grid-cols-[5.5rem_1fr] gap-x-3 gap-y-1.5 text-xs">
      {merged.status === 'machine' ? null : (
        <Line name={DID[merged.status]}>
          {`by ${merged.actor?.name ?? 'a person'}${merged.at ? ` on ${formatDayAndTime(merged.at)}` : ''}.`}
        </Line>
      )}
      <Line name="Extracted">
        {merged.original === null ? 'Nothing' : `“${formatValue(field.type, merged.original)}”`}. {whyExtracted(merged)}
      </Line>
      {opinion && detail.second_opinion ? (
        <Line name="Second opinion">
          {`“${detail.second_opinion.deployment.name}” says ${opinion.agrees ? 'the same' : saidWords(field, opinion.value)}. `}
          <LearnedFrom remembered={opinion.remembered} known={detail.remembered} />
        </Line>
      ) : null}
      {merged.remembered ? (
        <Line name="Learned">
          <LearnedFrom remembered={merged.remembered} known={detail.remembered} />
        </Line>
      ) : null}
      {stated ? <Line name="Source in the file">{stated.stated}</Line> : null}
      <Line name="Confidence">{howSure(merged)}</Line>
      {merged.record ? <Line name="Track record">{tellRecord(merged.record, merged.original === null)}</Line> : null}
      {detail.engine ? <Line name="Extracted by">{detail.engine}</Line> : null}
      {detail.model_use ? <Line name="Model">{tellModelUse(detail.model_use)}</Line> : null}
      {cell === null ? null : <Line name="Cell">{cell}</Line>}
      {first ? (
        <Line name={`Page ${first.page}`}>
          <EvidenceCrop documentId={documentId} evidence={first} />
        </Line>
      ) : null}
    </dl>
  );
}
