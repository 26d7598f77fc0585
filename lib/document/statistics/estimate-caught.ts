import type { SecondCheck } from '#lib/contract/service/example.ts';

/** Below so many errors the share says little; as many approved documents make the record of a field. */
export const ENOUGH_ERRORS = 10;
/** Errors that all count as caught before anything was observed. */
const PRIOR_CAUGHT = 2;

/**
 * The share of wrong values that are corrected where nobody has to look at each, by what second checks found. Both are known of the same
 * values, so it is a plain share: the most probable one under a prior that grows towards 1 (Beta, as if some errors had been seen and all
 * caught). Without errors it is 1: each approval counts as if every value had been looked at.
 * @returns 0 to 1
 */
export function estimateCaught({ errors, caught }: SecondCheck): number {
  return (caught + PRIOR_CAUGHT) / (errors + PRIOR_CAUGHT);
}

/** What several second checks found together. */
export function sumSecondChecks(checks: readonly SecondCheck[]): SecondCheck {
  return {
    errors: checks.reduce((sum, { errors }) => sum + errors, 0),
    caught: checks.reduce((sum, { caught }) => sum + caught, 0),
  };
}
