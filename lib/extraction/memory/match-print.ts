import type { Print } from '#lib/contract/service/lesson.ts';
import { textOverlap } from '../labels/text-overlap.ts';

/** How far two prints stand alike, each 0 to 1. */
export type PrintMatch = {
  left: number;
  above: number;
  head: number;
  row: number;
  right: number;
  below: number;
  shape: number;
  /** By the nearer of the left and the right edges, and by the tops. */
  across: number;
  down: number;
  /** All of it, to rank by. */
  score: number;
};

/** Two prints without a neighbour on a side have little in common there, but something. */
const BOTH_EMPTY = 0.5;
/** Distances (fractions of the printed part) at which nearness has fallen to a third. */
const [ACROSS, DOWN] = [0.04, 0.08];
/** What each likeness counts for when candidates are ranked for the decision, which weighs them one by one. */
const SHARES = { left: 2, above: 1.2, head: 0.6, row: 0.5, right: 0.3, below: 0.4, shape: 0.6, across: 1.4, down: 1.2 };
const SIDES = ['left', 'above', 'head', 'row', 'right', 'below'] as const;
const PLACED = SHARES.shape + SHARES.across + SHARES.down;

/** Compares a print with a remembered one. */
export function matchPrint(print: Print, remembered: Print): PrintMatch {
  const [left, top, right] = print.box;
  const [wasLeft, wasTop, wasRight] = remembered.box;
  const isSamePage = print.page === remembered.page || print.fromLast === remembered.fromLast;
  const match = {
    left: overlap(print.left, remembered.left),
    above: overlap(print.above, remembered.above),
    head: overlap(print.head, remembered.head),
    row: overlap(print.row, remembered.row),
    right: overlap(print.right, remembered.right),
    below: overlap(print.below, remembered.below),
    shape: print.shape === remembered.shape ? 1 : 0,
    across: Math.exp(-Math.min(Math.abs(left - wasLeft), Math.abs(right - wasRight)) / ACROSS),
    down: isSamePage ? Math.exp(-Math.abs(top - wasTop) / DOWN) : 0,
    score: 0,
  };
  let [sum, shares] = [match.shape * SHARES.shape + match.across * SHARES.across + match.down * SHARES.down, PLACED];
  for (const side of SIDES) {
    // a side on which nothing stands in either says nothing
    if (!print[side] && !remembered[side]) continue;
    sum += match[side] * SHARES[side];
    shares += SHARES[side];
  }
  match.score = sum / shares;
  return match;
}

function overlap(a: string, b: string): number {
  return a || b ? textOverlap(a, b) : BOTH_EMPTY;
}
