import type { PgBoss } from 'pg-boss';
import { type Claimed, createFairClaims, type Fairness } from './fair-claims.ts';

/** Claims the jobs of one queue, and knows whether more may wait. */
export type Claims = {
  /**
   * @param inHand what this worker works on
   * @param free most jobs to claim, at least 1
   * @returns `isMore`: there may be others that could be claimed at once
   */
  claim: (inHand: readonly Claimed[], free: number) => Promise<{ claimed: Claimed[]; isMore: boolean }>;
  /** False when all that was due has been claimed, as far as `expectMore` told: a job that ends makes room for none. */
  mayBeMore: () => boolean;
  expectMore: () => void;
};

/** @param options.fair jobs are claimed in turn by submitter, see `createFairClaims` */
export function createClaims(options: { boss: PgBoss; name: string; concurrency: number; fair: Fairness | undefined }): Claims {
  const { boss, name, concurrency, fair } = options;
  const claimInTurn = fair ? createFairClaims({ boss, name, places: fair.places, concurrency }) : null;
  let mayBeMore = true;
  return {
    async claim(inHand, free) {
      // before the question, so that what is told meanwhile counts; with no place left there may be jobs that cannot be claimed now
      mayBeMore = fair !== undefined && (inHand.length >= concurrency || inHand.some(({ express }) => express));
      if (claimInTurn) {
        const one = await claimInTurn(inHand);
        mayBeMore ||= one !== null;
        return { claimed: one ? [one] : [], isMore: one !== null };
      }
      const jobs = await boss.fetch<object>(name, { batchSize: free, includeMetadata: true });
      mayBeMore ||= jobs.length >= free;
      return { claimed: jobs.map((job) => ({ job, express: false })), isMore: jobs.length >= free };
    },
    mayBeMore: () => mayBeMore,
    expectMore() {
      mayBeMore = true;
    },
  };
}
