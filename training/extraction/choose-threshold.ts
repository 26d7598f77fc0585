import type { Outcome } from '../learning/calibration.ts';

/** F1 that may be given up for a lower threshold: the curve is flat at its top, and unseen documents score lower. */
const FLAT = 0.0025;
/** Above this (log-odds of two in five) no threshold helps F1 where it is around four fifths; a few documents may say otherwise. */
const HIGHEST = -0.4;

/** The lowest score above which giving a value raises F1 over all outcomes about as much as can be. */
export function chooseThreshold(outcomes: readonly Outcome[], wanted: number): number {
  const sorted = [...outcomes].sort((a, b) => b.score - a.score);
  let right = 0;
  const curve = sorted.map((outcome, index) => {
    if (outcome.right) right++;
    return { score: outcome.score, f: (2 * right) / (index + 1 + wanted) };
  });
  const most = curve.reduce((best, { f }) => Math.max(best, f), 0);
  const last = curve.findLast(({ f }) => f >= most - FLAT);
  return Number(Math.min(HIGHEST, last?.score ?? HIGHEST).toFixed(3));
}
