import type { Scene } from '../scene.ts';
import { FeatureWriter } from './feature-writer.ts';
import type { FieldCandidates } from './field-candidates.ts';
import { writeFieldFeatures } from './write-field-features.ts';
import { writeLabelFeatures } from './write-label-features.ts';
import { writeMeaningFeatures } from './write-meaning-features.ts';
import { writePlaceFeatures } from './write-place-features.ts';
import { writeTextFeatures } from './write-text-features.ts';
import { writeValueFeatures } from './write-value-features.ts';

/** Vector of `FEATURES` of one candidate for one field; only relations that mean the same in any schema. */
export function describeCandidate(scene: Scene, candidates: FieldCandidates, index: number): Float32Array {
  const out = new FeatureWriter();
  const candidate = scene.pool.candidates[index];
  const profile = scene.profiles[candidates.field];
  if (!candidate || !profile) return out.vector;
  writeLabelFeatures(out, scene, candidates, index);
  writeMeaningFeatures(out, scene, candidates, index);
  writeFieldFeatures(out, scene, profile, candidate, index);
  writeTextFeatures(out, scene, candidate, index);
  writeValueFeatures(out, scene, candidate, index);
  writePlaceFeatures(out, scene, candidate, index);
  return out.vector;
}
