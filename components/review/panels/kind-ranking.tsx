'use client';

import { formatConfidence } from '#components/shared/format.ts';
import { Button } from '#components/ui/button.tsx';
import { classNames } from '#components/ui/class-names.ts';
import type { DeskClassification } from '#lib/contract/service/classification.ts';
import type { Evidence } from '#lib/contract/service/extraction.ts';
import { useReview } from '../session/review-context.ts';

type KindRankingProps = {
  ranking: DeskClassification['ranking'];
  /** The document's schema, marked. */
  current: string | null;
  /** Offers to change to the others. */
  onChange?: (schemaId: string) => void;
};

/** Schemas with their probabilities and the words that speak for each; a word shows where it stands. */
export function KindRanking({ ranking, current, onChange }: KindRankingProps) {
  return (
    <ol className="divide-y rounded-md border">
      {ranking.map(({ schema_id: id, schema_name: name, confidence, evidence }) => (
        <li key={id} className={classNames('space-y-1 px-3 py-2', id === current && 'bg-selected')} aria-current={id === current}>
          <div className="flex min-h-6 items-center gap-2">
            <span className="min-w-0 flex-1 truncate font-medium">{name}</span>
            <span aria-hidden className="h-1 w-14 overflow-hidden rounded-full bg-pressed">
              <span className="block h-full rounded-full bg-ink-faint" style={{ width: `${confidence * 100}%` }} />
            </span>
            <span className="w-10 text-right text-ink-muted text-xs tabular-nums">{formatConfidence(confidence)}</span>
            {onChange && id !== current ? (
              <Button size="small" aria-label={`Change to ${name}`} onPress={() => onChange(id)}>
                Change
              </Button>
            ) : null}
          </div>
          {evidence.length > 0 ? (
            <ul aria-label={`Words that point to ${name}`} className="flex flex-wrap gap-1">
              {firstOfEach(evidence).map((place) => (
                <li key={place.text} className="min-w-0">
                  <Word place={place} />
                </li>
              ))}
            </ul>
          ) : null}
        </li>
      ))}
    </ol>
  );
}

/** Each word once: the place where it stands first. */
function firstOfEach(places: readonly Evidence[]): Evidence[] {
  const words = new Map<string, Evidence>();
  for (const place of places) {
    const word = place.text.toLowerCase();
    if (!words.has(word)) words.set(word, place);
  }
  return [...words.values()];
}

function Word({ place }: { place: Evidence }) {
  const { preview, previewed } = useReview();
  return (
    <button
      type="button"
      data-place
      aria-current={previewed === place}
      title={`Show on page ${place.page}`}
      onFocus={() => preview(place)}
      onClick={() => preview(place)}
      className={classNames(
        'max-w-full truncate rounded-sm px-1.5 text-ink-muted text-xs leading-5',
        previewed === place ? 'bg-accent text-on-accent' : 'bg-sunken hover:bg-pressed',
      )}
    >
      {place.text}
    </button>
  );
}
