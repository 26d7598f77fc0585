import { loadLabelModel } from '../../labels/load-label-model.ts';
import { LabelMeanings, type Meaning } from '../../scoring/label-meanings.ts';
import type { FieldProfile } from '../../terms/field-profile.ts';
import type { LabelIndex } from '../../terms/label-index.ts';
import type { DocumentView } from '../../view/document-view.ts';

/** What a heading's likeness in meaning counts beside its words, and from which chance it counts. */
const WEIGHT = 0.8;
const LEAST = 0.55;

/** How well a heading names a field by its meaning, 0 to 1: what counts beside its words. */
export function meaningScore(meaning: Meaning | undefined): number {
  const chance = meaning?.chance ?? 0;
  return chance >= LEAST ? WEIGHT * chance : 0;
}

const known = new WeakMap<LabelIndex, LabelMeanings>();

/** How well a heading names each field by its meaning, 0 to 1; made once for the label index of the same view and fields. */
export function scoresByMeaning(
  view: DocumentView,
  labels: LabelIndex,
  profiles: readonly FieldProfile[],
  ranges: readonly (readonly [number, number])[],
): number[] {
  let meanings = known.get(labels);
  if (!meanings) {
    meanings = new LabelMeanings(
      view,
      profiles.map(({ field }) => field),
      loadLabelModel(),
    );
    known.set(labels, meanings);
  }
  const [only, ...others] = ranges;
  const found = only && !others.length ? meanings.of(only) : meanings.ofLines(ranges);
  return profiles.map((_, field) => meaningScore(found[field]));
}
