import type { Value } from '#lib/contract/service/extraction.ts';
import { textKey } from '#lib/document/values/fold-text.ts';

/** True when two values say the same: numbers to half a cent, texts but for case, accents and punctuation. */
export function sameValue(a: Value, b: Value): boolean {
  if (a === null || b === null) return a === b;
  if (typeof a === 'number' && typeof b === 'number') return Math.abs(a - b) < 0.005;
  if (Array.isArray(a) && Array.isArray(b)) return a.length === b.length && a.every((entry, index) => sameValue(entry, b[index] ?? null));
  if (typeof a === 'string' && typeof b === 'string') return textKey(a) === textKey(b) && (textKey(a) !== '' || a === b);
  return a === b;
}
