import type { Field } from '#lib/contract/service/extraction-schema.ts';
import { parsePointer } from '../values/pointer.ts';

/** The words for the place a pointer names: `/line_items/0/amount` → `Line items, row 1, Amount`; names stand in for missing labels. */
export function labelOf(schema: { fields: readonly Pick<Field, 'name' | 'label' | 'fields'>[] } | null, pointer: string): string {
  const [name = '', row, cell] = parsePointer(pointer);
  const field = schema?.fields.find((candidate) => candidate.name === name);
  const column = field?.fields?.find((candidate) => candidate.name === cell);
  const parts = [field?.label || name];
  if (row !== undefined) parts.push(`row ${Number(row) + 1}`);
  if (cell !== undefined) parts.push(column?.label || cell);
  return parts.join(', ');
}
