import type { Field } from '#lib/contract/service/extraction-schema.ts';
import { hashText } from '../labels/hash-text.ts';

/** A number that is another one, but for rare chance, when anything is said differently about a field; 32 bits. */
export function markField(field: Field): number {
  return hashText(JSON.stringify(Object.entries(field).sort(([a], [b]) => (a < b ? -1 : 1))));
}
