import type { Comparison } from './parse-formula.ts';

/** True when a comparison holds; `parts` is how many amounts take part, which may each be rounded. */
export function compareSides(left: number | string, operator: Comparison['operator'], right: number | string, parts: number): boolean {
  const order =
    typeof left === 'number' && typeof right === 'number'
      ? compareAmounts(left - right, parts)
      : String(left) < String(right)
        ? -1
        : String(left) > String(right)
          ? 1
          : 0;
  switch (operator) {
    case '=':
      return order === 0;
    case '!=':
      return order !== 0;
    case '<':
      return order < 0;
    case '<=':
      return order <= 0;
    case '>':
      return order > 0;
    default:
      return order >= 0;
  }
}

/** True when a gap is no more than the rounding of so many amounts makes. */
export function fitsGap(gap: number, parts: number): boolean {
  return compareAmounts(gap, parts) === 0;
}

/** Amounts may be off by half a cent for each that was rounded, at least by one cent in all. */
function compareAmounts(difference: number, parts: number): number {
  return Math.abs(difference) <= Math.max(0.0101, 0.00501 * parts) ? 0 : Math.sign(difference);
}
