import type { Value } from '#lib/contract/service/extraction.ts';
import { isEmptyValue } from '#lib/document/values/is-empty-value.ts';

/** True when a person who did not see a value entered the same: texts to the letter, but for white space; nothing is the same as nothing. */
export function isSameEntry(entered: Value, approved: Value): boolean {
  if (isEmptyValue(entered) || isEmptyValue(approved)) return isEmptyValue(entered) && isEmptyValue(approved);
  return withoutSpace(entered) === withoutSpace(approved);
}

const withoutSpace = (value: Value) => JSON.stringify(value, (_, part) => (typeof part === 'string' ? part.replace(/\s+/gu, '') : part));
