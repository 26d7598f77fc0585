import type { Value } from '#lib/contract/service/extraction.ts';
import { equalValue } from './equal-value.ts';
import type { TruthLine } from './load-set.ts';

/** True when a value of a field is what the truth says, or another spelling that it accepts; nothing is right where there is nothing. */
export function isTrue({ fields = {}, accept = {} }: TruthLine, name: string, type: string, value: Value): boolean {
  const truth = fields[name];
  if (value === null || value === '') return truth === null || truth === undefined || truth === '';
  return [truth, ...(accept[name] ?? [])].some((one) => equalValue(type, one, value));
}
