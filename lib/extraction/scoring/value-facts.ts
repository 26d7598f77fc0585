import type { Candidate, CandidateKind } from '../candidates/candidate.ts';
import type { DocumentView } from '../view/document-view.ts';

/** What can be said of a candidate's value among the other values of the document. */
export type ValueFacts = {
  /** Candidates of the same kind with the same value. */
  repeats: number;
  /** 0 (smallest, earliest) to 1 (largest, latest) among the distinct values of the kind. */
  rank: number;
  /** Place in reading order among the distinct values of the kind, from 0. */
  order: number;
  distinct: number;
  /** Share of the largest amount. */
  ofLargest: number;
  /** Two other amounts add up to it. */
  isSum: number;
  /** It is the larger / smaller part of such a sum. */
  isLargePart: number;
  isSmallPart: number;
  /** The figures over it in its column add up to it. */
  isColumnSum: number;
  /** Another amount is printed that differs by rounding to the next coin. */
  roundedBeside: number;
};

const NOTHING: ValueFacts = {
  repeats: 1,
  rank: 0,
  order: 0,
  distinct: 1,
  ofLargest: 0,
  isSum: 0,
  isLargePart: 0,
  isSmallPart: 0,
  isColumnSum: 0,
  roundedBeside: 0,
};
/** Kinds whose values have an order, and those that are known by their form alone. */
const ORDERED: readonly CandidateKind[] = ['date', 'amount', 'percent', 'duration'];
const FORMED: readonly CandidateKind[] = ['email', 'phone', 'url', 'iban', 'bic', 'vat_id'];
/** Distinct amounts among which sums are looked for (largest first). */
const SUM_LIMIT = 140;
/** Amounts nearer than this differ by rounding to the next coin. */
const ROUNDING = 0.046;

/** Facts about the values of all candidates, by candidate index. */
export function findValueFacts(view: DocumentView, candidates: readonly Candidate[]): ValueFacts[] {
  const facts: ValueFacts[] = candidates.map(() => NOTHING);
  for (const kind of [...ORDERED, ...FORMED]) {
    const counts = new Map<string | number, { count: number; order: number }>();
    candidates.forEach((candidate) => {
      if (candidate.kind !== kind) return;
      const value = candidate.value as string | number;
      const known = counts.get(value);
      if (known) known.count++;
      else counts.set(value, { count: 1, order: counts.size });
    });
    const sorted = [...counts.keys()].sort((a, b) => (a < b ? -1 : 1));
    const isOrdered = ORDERED.includes(kind);
    const ranks = new Map(sorted.map((value, index) => [value, isOrdered && sorted.length > 1 ? index / (sorted.length - 1) : 1]));
    const largest = kind === 'amount' ? Number(sorted.at(-1) ?? 0) : 0;
    const sums = kind === 'amount' ? findSums(sorted as number[]) : null;
    const columns = kind === 'amount' ? columnSums(view, candidates) : null;
    candidates.forEach((candidate, index) => {
      if (candidate.kind !== kind) return;
      const value = candidate.value as string | number;
      const known = counts.get(value);
      facts[index] = {
        repeats: known?.count ?? 1,
        rank: ranks.get(value) ?? 0,
        order: known?.order ?? 0,
        distinct: counts.size,
        ofLargest: largest > 0 ? Number(value) / largest : 0,
        isSum: sums?.sum.has(Number(value)) ? 1 : 0,
        isLargePart: sums?.large.has(Number(value)) ? 1 : 0,
        isSmallPart: sums?.small.has(Number(value)) ? 1 : 0,
        isColumnSum: columns?.has(index) ? 1 : 0,
        roundedBeside: kind === 'amount' && isRoundedBeside(sorted as number[], Number(value)) ? 1 : 0,
      };
    });
  }
  return facts;
}

function findSums(values: number[]): { sum: Set<number>; large: Set<number>; small: Set<number> } {
  const result = { sum: new Set<number>(), large: new Set<number>(), small: new Set<number>() };
  const top = values.filter((value) => value > 0).slice(-SUM_LIMIT);
  const byCents = new Map(top.map((value) => [Math.round(value * 100), value]));
  for (let i = 0; i < top.length; i++)
    for (let j = 0; j < i; j++) {
      const large = top[i] ?? 0;
      const small = top[j] ?? 0;
      const sum = byCents.get(Math.round((large + small) * 100));
      if (sum === undefined) continue;
      result.sum.add(sum);
      result.large.add(large);
      result.small.add(small);
    }
  return result;
}

function isRoundedBeside(amounts: readonly number[], value: number): boolean {
  return value > 0 && amounts.some((other) => other > 0 && other !== value && Math.abs(other - value) < ROUNDING);
}

/** Candidates that are the sum of at least two figures standing over them in their column. */
function columnSums(view: DocumentView, candidates: readonly Candidate[]): Set<number> {
  const bySegment = new Map<number, number>();
  candidates.forEach((candidate) => {
    if (candidate.kind === 'amount' && typeof candidate.value === 'number') bySegment.set(candidate.segment, candidate.value);
  });
  const result = new Set<number>();
  candidates.forEach((candidate, index) => {
    if (candidate.kind !== 'amount' || typeof candidate.value !== 'number' || Math.abs(candidate.value) < 0.01) return;
    let sum = 0;
    let count = 0;
    let current = candidate.segment;
    for (let steps = 0; steps < 60; steps++) {
      current = view.links.above[current] ?? -1;
      if (current < 0) break;
      const value = bySegment.get(current);
      if (value === undefined) {
        if (count > 0 && steps > count + 3) break;
        continue;
      }
      sum += value;
      count++;
      if (count >= 2 && Math.abs(sum - candidate.value) < 0.006) {
        result.add(index);
        break;
      }
    }
  });
  return result;
}
