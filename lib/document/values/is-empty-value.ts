import type { Value } from '#lib/contract/service/extraction.ts';

/** True when there is no value: nothing, an empty text, or an empty list. */
export function isEmptyValue(value: Value): boolean {
  return value === null || value === '' || (Array.isArray(value) && value.length === 0);
}
