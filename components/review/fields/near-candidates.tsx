'use client';

import { chordKeys } from '#components/shared/keys/shortcut-keys.ts';
import { keysOf } from '#components/shared/keys/shortcuts.ts';
import { Kbd } from '#components/ui/kbd.tsx';
import type { MergedCandidate } from '#lib/contract/desk/review.ts';
import type { RowField } from '#lib/contract/service/extraction-schema.ts';
import { formatValue } from '#lib/document/values/format-value.ts';
import { useReviewActs } from '../session/review-context.ts';
import { candidateKey } from './list-candidates.ts';

/** More are shown by Why, and those that are hardly meant. */
const MOST = 3;
const LEAST_CONFIDENCE = 0.05;

type NearCandidatesProps = {
  field: RowField;
  pointer: string;
  candidates: readonly MergedCandidate[];
  /** Values that are offered beside the field already. */
  offered: readonly unknown[];
  /** The field has the focus, so that the keys take them. */
  isKeyed: boolean;
};

/** The likeliest other values of a doubtful field: one press takes one with its place, and the mouse over it shows the place. */
export function NearCandidates({ field, pointer, candidates, offered, isKeyed }: NearCandidatesProps) {
  const review = useReviewActs();
  const isOffered = (candidate: MergedCandidate) => offered.some((value) => JSON.stringify(value) === JSON.stringify(candidate.value));
  const near = candidates.map((candidate, at) => ({ candidate, at })).slice(0, MOST);
  const isLikely = ({ confidence }: MergedCandidate) => confidence === null || confidence >= LEAST_CONFIDENCE;
  const shown = near.filter(({ candidate }) => isLikely(candidate) && !isOffered(candidate));
  if (shown.length === 0) return null;
  return (
    <p className="flex h-6 items-center gap-x-1 overflow-hidden text-xs">
      <span className="shrink-0 text-ink-faint">or</span>
      {shown.map(({ candidate, at }) => {
        const [chord] = keysOf(candidateKey(at));
        const [place] = candidate.evidence;
        const words = formatValue(field.type, candidate.value);
        return (
          <button
            key={JSON.stringify(candidate.value)}
            type="button"
            tabIndex={-1}
            aria-label={`Use ${words}`}
            onClick={() => {
              review.preview(null);
              review.act({ kind: 'correct', pointer, value: candidate.value, evidence: candidate.evidence });
              // The button goes away.
              review.focus(pointer);
            }}
            onPointerEnter={() => place && review.preview(place)}
            onPointerLeave={() => review.preview(null)}
            className="flex h-6 min-w-12 items-center gap-1.5 rounded-md border border-line-strong bg-surface px-1.5 hover:bg-hover"
          >
            <span className="min-w-0 max-w-48 truncate">{words}</span>
            {isKeyed && chord ? <Kbd>{chordKeys(chord).join('+')}</Kbd> : null}
          </button>
        );
      })}
    </p>
  );
}
