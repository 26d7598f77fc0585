import type { ExtractionContext } from '../extraction-context.ts';

/** The best score that another field of the same kind has. */
export function rivalOf({ profiles }: ExtractionContext, field: number, scores: Float32Array): number {
  let rival = 0;
  scores.forEach((score, other) => {
    if (other !== field && score > rival && profiles[other]?.kind === profiles[field]?.kind) rival = score;
  });
  return rival;
}
