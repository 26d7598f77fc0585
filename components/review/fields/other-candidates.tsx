'use client';

import { formatConfidence } from '#components/shared/format.ts';
import { Kbd } from '#components/ui/kbd.tsx';
import type { MergedCandidate } from '#lib/contract/desk/review.ts';
import type { RowField } from '#lib/contract/service/extraction-schema.ts';
import { formatValue } from '#lib/document/values/format-value.ts';
import { EvidenceCrop } from '../pages/drawing/evidence-crop.tsx';
import { useReview } from '../session/review-context.ts';
import { KEYED_CANDIDATES } from './list-candidates.ts';

type OtherCandidatesProps = {
  field: RowField;
  candidates: readonly MergedCandidate[];
  /** Why a candidate is not the value; null where there is nothing to say. */
  notTaken: (candidate: MergedCandidate) => string | null;
  onTake: (candidate: MergedCandidate) => void;
};

/** What else a value could be; each candidate is shown on the page while it has the focus or the mouse. */
export function OtherCandidates({ field, candidates, notTaken, onTake }: OtherCandidatesProps) {
  const { documentId, canEdit, preview } = useReview();
  return (
    <div className="border-t pt-2">
      <h3 className="mb-1 font-medium text-ink-muted text-xs">
        {candidates.length === 0 ? 'There are no other candidates.' : 'Other candidates'}
      </h3>
      <ol>
        {candidates.map((candidate, index) => {
          const [place] = candidate.evidence;
          const why = notTaken(candidate);
          return (
            <li key={JSON.stringify(candidate.value)}>
              <button
                type="button"
                disabled={!canEdit}
                onClick={() => onTake(candidate)}
                onFocus={() => place && preview(place)}
                onBlur={() => preview(null)}
                onPointerEnter={() => place && preview(place)}
                onPointerLeave={() => preview(null)}
                className="grid w-full grid-cols-[1.5rem_1fr_auto] items-start gap-x-2 rounded-md p-1.5 text-left enabled:hover:bg-hover"
              >
                {index < KEYED_CANDIDATES ? <Kbd>{String(index + 1)}</Kbd> : <span />}
                <span className="min-w-0 space-y-1">
                  <span className="block break-words font-medium">{formatValue(field.type, candidate.value)}</span>
                  {place ? <EvidenceCrop documentId={documentId} evidence={place} /> : null}
                  {why ? <span className="block text-ink-muted text-xs">{why}</span> : null}
                  {candidate.reason ? <span className="block text-ink-muted text-xs">{candidate.reason}</span> : null}
                </span>
                {candidate.confidence === null ? null : (
                  <span className="text-ink-faint text-xs">{formatConfidence(candidate.confidence)}</span>
                )}
              </button>
            </li>
          );
        })}
      </ol>
    </div>
  );
}
