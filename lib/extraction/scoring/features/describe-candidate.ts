import type { ExtractionContext } from '../extraction-context.ts';
import { FeatureWriter } from './feature-writer.ts';
import type { FieldCandidates } from './field-candidates.ts';
import { writeFieldFeatures } from './write-field-features.ts';
import { writeLabelFeatures } from './write-label-features.ts';
import { writeMeaningFeatures } from './write-meaning-features.ts';
import { writePlaceFeatures } from './write-place-features.ts';
import { writeTextFeatures } from './write-text-features.ts';
import { writeValueFeatures } from './write-value-features.ts';

/** Vector of `FEATURES` of one candidate for one field; only relations that mean the same in any schema. */
export function describeCandidate(context: ExtractionContext, candidates: FieldCandidates, index: number): Float32Array {
  const out = new FeatureWriter();
  const candidate = context.pool.candidates[index];
  const profile = context.profiles[candidates.field];
  if (!candidate || !profile) return out.vector;
  writeLabelFeatures(out, context, candidates, index);
  writeMeaningFeatures(out, context, candidates, index);
  writeFieldFeatures(out, context, profile, candidate, index);
  writeTextFeatures(out, context, candidate, index);
  writeValueFeatures(out, context, candidate, index);
  writePlaceFeatures(out, context, candidate, index);
  return out.vector;
}
