import type { MergedFields, MergedRow, MergedValue } from '#lib/contract/desk/review.ts';
import { ownValue } from '#lib/contract/json/own-value.ts';
import type { Evidence, Value } from '#lib/contract/service/extraction.ts';
import { parsePointer } from '../values/pointer.ts';

/** What stood where an action acts: a value, or the values of a row. */
export type Seen = { value: Value; evidence?: Evidence[] } | { values: Record<string, Value> };

/** The value or the row at a pointer; undefined when nothing is there, or a whole table. */
export function mergedAt(fields: MergedFields, pointer: string): MergedValue | MergedRow | undefined {
  const [name = '', indexText, column] = parsePointer(pointer);
  const entry = ownValue(fields, name);
  if (!Array.isArray(entry)) return entry;
  const row = entry[Number(indexText)];
  return column === undefined ? row : row && ownValue(row.cells, column);
}

/** What a person sees of a value or a row. */
export function seenOf(found: MergedValue | MergedRow): Seen {
  if (!('cells' in found)) return { value: found.value };
  return { values: Object.fromEntries(Object.entries(found.cells).map(([name, cell]) => [name, cell.value])) };
}

/** True for the same JSON, its keys in the same order. */
export function isSameJson(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

/** True for the same value, or for rows with the same values; a column that one of them has not is empty. */
export function isSameSeen(one: Seen, other: Seen): boolean {
  if ('values' in one && 'values' in other) {
    const names = new Set([...Object.keys(one.values), ...Object.keys(other.values)]);
    return [...names].every((name) => isSameJson(ownValue(one.values, name) ?? null, ownValue(other.values, name) ?? null));
  }
  return 'value' in one && 'value' in other && isSameJson(one.value, other.value);
}
