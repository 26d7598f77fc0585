import type { ExtractedValue } from '#lib/contract/service/extraction.ts';
import type { ExtractionContext } from '../../scoring/extraction-context.ts';
import { isSuitable } from '../../scoring/suitable.ts';
import type { FieldKind } from '../../terms/field-kind.ts';
import { publicCandidate } from '../../values/build-value.ts';
import { tidyValue } from '../../values/tidy-value.ts';

const KINDS: ReadonlySet<FieldKind> = new Set(['date', 'money', 'number', 'percentage']);
/** A label names a field from this likeness, and says nothing of it below the other. */
const [NAMED, UNNAMED] = [0.2, 0.1];
/** Set by hand: a person is shown the value. */
const CONFIDENCE = 0.7;

/**
 * The only value right behind a label and its colon that names the field, where the one that was found stands behind the colon of
 * another label: on a line of two ("Total weight: 21,000 kg   Total volume: 36.15 m3") each label has its own. Null otherwise.
 */
export function answerInline(context: ExtractionContext, field: number, answer: ExtractedValue): ExtractedValue | null {
  const profile = context.profiles[field];
  if (!profile || !KINDS.has(profile.kind) || answer.value === null) return null;
  const likeness = (index: number): number | null => {
    const label = context.around(index).inline;
    if (!label || !/:$/.test(context.view.tokens[label.end - 1]?.text ?? '')) return null;
    return context.labels.match(label.start, label.end)[field]?.phrase ?? 0;
  };
  const all = context.pool.candidates.flatMap((candidate, index) =>
    candidate.ranges.length === 1 && isSuitable(profile, candidate) ? [{ candidate, index }] : [],
  );
  const isAnswer = ({ candidate }: (typeof all)[number]) =>
    candidate.text === answer.text && tidyValue(candidate.value, profile.kind) === answer.value;
  const own = all.filter(isAnswer).map(({ index }) => likeness(index));
  if (!own.length || own.some((found) => found === null || found >= UNNAMED)) return null;
  const named = new Map<string, number>();
  for (const { candidate, index } of all) {
    if (named.has(String(candidate.value))) continue;
    if (candidate.text !== answer.text && (likeness(index) ?? 0) >= NAMED) named.set(String(candidate.value), index);
  }
  const [index] = named.values();
  if (index === undefined || named.size > 1) return null;
  const { value, text, evidence, reason } = publicCandidate(context, field, index, CONFIDENCE);
  return { value: tidyValue(value, profile.kind), text, confidence: CONFIDENCE, evidence, candidates: [], ...(reason ? { reason } : {}) };
}
