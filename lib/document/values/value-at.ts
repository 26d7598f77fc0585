import type { MergedFields, MergedValue } from '#lib/contract/desk/review.ts';
import { ownValue } from '#lib/contract/json/own-value.ts';
import { parsePointer } from './pointer.ts';

/** The merged value at a pointer, or undefined when the pointer means a row, rows or nothing. */
export function valueAt(fields: MergedFields, pointer: string): MergedValue | undefined {
  const [name = '', row, column] = parsePointer(pointer);
  const entry = ownValue(fields, name);
  if (entry === undefined) return undefined;
  if (!Array.isArray(entry)) return row === undefined ? entry : undefined;
  const cells = row === undefined ? undefined : entry[Number(row)]?.cells;
  return cells && column !== undefined ? ownValue(cells, column) : undefined;
}
