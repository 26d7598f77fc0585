import type { MergedRow } from '#lib/contract/desk/review.ts';
import type { RowField } from '#lib/contract/service/extraction-schema.ts';
import { matchRows } from '../grounding/match-rows.ts';

/**
 * For each row the one of the others that stands for the same; undefined where there is none. First those that say mostly the same, then, between
 * two of these, one after the other: a row that was misread is no other row.
 */
export function pairRows(
  rows: readonly MergedRow[],
  others: readonly MergedRow[],
  columns: readonly Pick<RowField, 'name'>[],
): (MergedRow | undefined)[] {
  const placeOf = new Map(others.map(({ cells }, at) => [cells, at]));
  const matched = matchRows(
    rows.map(({ cells }) => cells),
    others.map(({ cells }) => cells),
    columns,
  );
  const places = matched.map((cells) => (cells ? placeOf.get(cells) : undefined));
  const taken = new Set(places);
  let next = 0;
  for (const [at, place] of places.entries()) {
    if (place !== undefined) {
      next = place + 1;
      continue;
    }
    const end = places.slice(at).find((one) => one !== undefined) ?? others.length;
    if (next >= end || taken.has(next)) continue;
    places[at] = next;
    taken.add(next);
    next += 1;
  }
  return places.map((place) => (place === undefined ? undefined : others[place]));
}
