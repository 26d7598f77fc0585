import type { Candidate, CandidateKind } from '../candidates/candidate.ts';

/** Typed values that a text candidate may be made of. */
export const COVERS: readonly CandidateKind[] = ['date', 'amount', 'iban', 'bic', 'vat_id', 'email', 'phone', 'percent'];

/** Tells for each candidate which typed values (dates, amounts, bank and tax numbers…) make up at least half of its tokens. */
export function findCoverage(candidates: readonly Candidate[]): (candidate: number) => number {
  const byToken = new Map<number, number>();
  for (const candidate of candidates) {
    const bit = COVERS.indexOf(candidate.kind);
    if (bit < 0 || candidate.origin !== 'pattern' || (candidate.kind === 'amount' && candidate.decimals !== 2)) continue;
    for (const [start, end] of candidate.ranges)
      for (let token = start; token < end; token++) byToken.set(token, (byToken.get(token) ?? 0) | (1 << bit));
  }
  return (index) => {
    const counts = new Array<number>(COVERS.length).fill(0);
    let tokens = 0;
    for (const [start, end] of candidates[index]?.ranges ?? [])
      for (let token = start; token < end; token++) {
        tokens++;
        const bits = byToken.get(token) ?? 0;
        for (let bit = 0; bit < counts.length; bit++) if ((bits >> bit) & 1) counts[bit] = (counts[bit] ?? 0) + 1;
      }
    return counts.reduce((all, count, bit) => (tokens && count * 2 >= tokens ? all | (1 << bit) : all), 0);
  };
}
