'use client';

import { chordKeys } from '#components/shared/keys/shortcut-keys.ts';
import { keysOf } from '#components/shared/keys/shortcuts.ts';
import { Kbd } from '#components/ui/kbd.tsx';
import type { MergedCandidate } from '#lib/contract/desk/review.ts';
import type { RowField } from '#lib/contract/service/extraction-schema.ts';
import { formatValue } from '#lib/document/values/format-value.ts';
import { useReviewActs } from '../session/review-context.ts';
import { candidateKey } from './list-candidates.ts';

type OfferedValueProps = {
  field: RowField;
  pointer: string;
  offer: MergedCandidate;
  /** Its place among the candidates. */
  at: number;
  /** The field has the focus, so that the candidate's key takes it. */
  isKeyed: boolean;
};

/** What an empty field most likely should hold: one press takes it with its place, and the mouse over it shows the place. */
export function OfferedValue({ field, pointer, offer, at, isKeyed }: OfferedValueProps) {
  const review = useReviewActs();
  const [chord] = keysOf(candidateKey(at));
  const [place] = offer.evidence;
  const shown = formatValue(field.type, offer.value);
  return (
    <button
      type="button"
      tabIndex={-1}
      aria-label={`Use ${shown}`}
      onClick={() => {
        review.preview(null);
        review.act({ kind: 'correct', pointer, value: offer.value, evidence: offer.evidence });
        // The button goes away.
        review.focus(pointer);
      }}
      onPointerEnter={() => place && review.preview(place)}
      onPointerLeave={() => review.preview(null)}
      className="flex min-h-6 max-w-full items-center gap-1.5 whitespace-nowrap rounded-md border border-line-strong bg-surface px-2 text-left text-xs hover:bg-hover"
    >
      <span className="shrink-0 text-ink-muted">Is it</span>
      <span className="min-w-0 truncate font-medium">{shown}</span>
      <span className="-ml-1.5 text-ink-muted">?</span>
      {isKeyed && chord ? <Kbd>{chordKeys(chord).join('+')}</Kbd> : null}
    </button>
  );
}
