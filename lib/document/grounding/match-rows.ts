import { ownValue } from '#lib/contract/json/own-value.ts';
import type { Value } from '#lib/contract/service/extraction.ts';
import type { RowField } from '#lib/contract/service/extraction-schema.ts';
import { isSameValue } from '../values/read-cell-text.ts';

/** A row as far as it is compared: its values by column. */
type Cells = Record<string, { value: Value }>;

/** How far from its own place another engine's row is looked for, in rows. */
const REACH = 40;

/**
 * For each row the row of another engine that means the same: the one with the most cells in common, at least half of those
 * that both have; the nearest of several. Each is given once; null where there is none.
 */
export function matchRows<Other extends Cells>(
  rows: readonly Cells[],
  others: readonly Other[],
  columns: readonly Pick<RowField, 'name'>[],
): (Other | null)[] {
  const taken = new Set<number>();
  let shift = 0;
  return rows.map((row, index) => {
    const middle = index + shift;
    let best = -1;
    let most = 0;
    for (let at = Math.max(0, middle - REACH); at <= Math.min(others.length - 1, middle + REACH); at++) {
      if (taken.has(at)) continue;
      const { same, both } = countSame(row, others[at]!, columns);
      const isNearer = Math.abs(at - middle) < Math.abs(best - middle);
      if (same === 0 || same * 2 < both || same < most || (same === most && !isNearer)) continue;
      most = same;
      best = at;
    }
    if (best < 0) return null;
    taken.add(best);
    shift = best - index;
    return others[best] ?? null;
  });
}

/** Cells that both rows have, and those of them with the same value. */
function countSame(row: Cells, other: Cells, columns: readonly Pick<RowField, 'name'>[]): { same: number; both: number } {
  let same = 0;
  let both = 0;
  for (const { name } of columns) {
    const [one, two] = [ownValue(row, name)?.value ?? null, ownValue(other, name)?.value ?? null];
    if (one === null || two === null) continue;
    both++;
    if (isSameValue(one, two)) same++;
  }
  return { same, both };
}
