import type { ExtractedValue } from '#lib/contract/extraction.ts';
import type { RowField } from '#lib/contract/extraction-schema.ts';
import type { CandidateKind } from '../candidates/candidate.ts';
import type { Scene } from '../scoring/scene.ts';
import { publicCandidate } from './build-value.ts';
import { tidyValue } from './tidy-value.ts';

/** Formats whose values are known by their own shape or check digits, and the candidates of that shape. */
const SHAPES: Partial<Record<NonNullable<RowField['format']>, CandidateKind>> = {
  iban: 'iban',
  bic: 'bic',
  email: 'email',
  url: 'url',
  phone: 'phone',
};

/** What the only value of a shape is worth where no label speaks for it, and one of several. Set by hand: both are shown to a person. */
const ONLY = 0.8;
const ONE_OF_SEVERAL = 0.5;

/**
 * A second look at a field that scoring left empty but whose owner said what shape its value has: when exactly that shape
 * is printed, it is offered. Null when the field has no such format or nothing has the shape.
 */
export function answerFormat(scene: Scene, field: number): ExtractedValue | null {
  const profile = scene.profiles[field];
  const shape = profile?.field.format && SHAPES[profile.field.format];
  if (!profile || !shape) return null;
  const found = new Map<string, number>();
  scene.pool.candidates.forEach((candidate, index) => {
    const key = String(candidate.value);
    if (candidate.kind === shape && candidate.strength === 1 && !found.has(key)) found.set(key, index);
  });
  const [best, ...others] = [...found.values()].map((index) => {
    const confidence = found.size === 1 ? ONLY : ONE_OF_SEVERAL;
    const candidate = publicCandidate(scene, field, index, confidence);
    return { ...candidate, value: tidyValue(candidate.value, profile.kind) };
  });
  if (!best) return null;
  return {
    ...best,
    candidates: others.slice(0, 5),
    reason: found.size === 1 ? 'the only value of this form' : 'one of several values of this form',
  };
}
