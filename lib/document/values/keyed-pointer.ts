import type { MergedFields } from '#lib/contract/desk/review.ts';
import { ownValue } from '#lib/contract/json/own-value.ts';
import { formatPointer, parsePointer } from './pointer.ts';

/** The same place with the row's key in place of its index, so that it stays when rows move: `/lines/0/item` → `/lines/m3/item`. */
export function toKeyedPointer(fields: MergedFields, pointer: string): string {
  const [name = '', index, ...column] = parsePointer(pointer);
  const entry = ownValue(fields, name);
  const key = Array.isArray(entry) && index !== undefined ? entry[Number(index)]?.key : undefined;
  return key === undefined ? pointer : formatPointer(name, key, ...column);
}

/** The way back; null when the row is gone. */
export function fromKeyedPointer(fields: MergedFields, pointer: string): string | null {
  const [name = '', key, ...column] = parsePointer(pointer);
  const entry = ownValue(fields, name);
  if (!Array.isArray(entry) || key === undefined) return pointer;
  const index = entry.findIndex((row) => row.key === key);
  return index < 0 ? null : formatPointer(name, index, ...column);
}
