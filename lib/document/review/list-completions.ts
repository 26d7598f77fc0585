import type { Evidence, Value } from '#lib/contract/service/extraction.ts';
import type { RowField } from '#lib/contract/service/extraction-schema.ts';
import { foldText, textKey } from '../values/fold-text.ts';
import { parseValue } from '../values/parse-value.ts';
import type { Suggestion } from './suggest-values.ts';

/** Something that Enter can take while one types: a value of the page, or (`evidence` null) what is typed as it stands. */
export type Completion = { value: Exclude<Value, null>; text: string; evidence: Evidence | null };

/**
 * What is offered while one types, the likeliest first; empty where the page offers nothing. What stands on the page exactly as typed
 * comes first. Else a text is completed, as begun words are; a figure or date that is whole as typed is not: Enter must not
 * make 12.50 of a 1. Nor is a text that differs from the page in its punctuation alone: who types `AB-7` where `AB/7` is
 * printed corrects the print. What is typed stands in the list either way, so that it can be taken as it is.
 */
export function listCompletions(field: RowField, typed: string, suggestions: readonly Suggestion[]): Completion[] {
  if (suggestions.length === 0) return [];
  const completions = suggestions.map(({ value, evidence }): Completion => ({ value, text: evidence.text, evidence }));
  const own = parseValue(field.type, typed, {}, field.enum ?? []);
  if (own === null) return completions;
  const same = completions.findIndex(({ value }) => JSON.stringify(value) === JSON.stringify(own));
  if (same >= 0) return [completions[same]!, ...completions.toSpliced(same, 1)];
  const asTyped: Completion = { value: own, text: typed.trim(), evidence: null };
  const isText = field.type === 'string' || field.type === 'list';
  return isText && !isPunctuatedOtherwise(typed, completions[0]!.text) ? [...completions, asTyped] : [asTyped, ...completions];
}

/** True for two texts of the same letters and digits with other signs between them; spaces, case and accents do not count. */
function isPunctuatedOtherwise(one: string, other: string): boolean {
  const withSigns = (text: string) => foldText(text).replace(/\s+/g, '');
  return textKey(one) === textKey(other) && withSigns(one) !== withSigns(other);
}
