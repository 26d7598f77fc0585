import type { Field } from '#lib/contract/service/extraction-schema.ts';
import { hashText } from '../labels/hash-text.ts';

/**
 * A number that is another one, but for rare chance, when what is asked for changes; 32 bits. Whether a value is required does not
 * concern the engine.
 */
export function markField({ required, ...asked }: Field): number {
  return hashText(JSON.stringify(Object.entries(asked).sort(([a], [b]) => (a < b ? -1 : 1))));
}
