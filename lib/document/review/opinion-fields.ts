import type { MergedValue, SecondOpinion } from '#lib/contract/desk/review.ts';
import { newRecord } from '#lib/contract/json/new-record.ts';
import type { ExtractionResult } from '#lib/contract/service/extraction.ts';
import type { Page } from '#lib/contract/service/reading.ts';
import { confirmPlaces } from '../grounding/confirm-places.ts';
import { isEmptyValue } from '../values/is-empty-value.ts';
import { isSameValue } from '../values/read-cell-text.ts';

/** What memory says of a value. `newAccount`: the account is new for a party that is known. */
export type FieldOpinion = Partial<Omit<SecondOpinion, 'agrees'>> & Pick<SecondOpinion, 'value'> & { newAccount?: true };
/** By the name of the field; of single values only. */
export type OpinionFields = Record<string, FieldOpinion>;

/**
 * Of an answer what counts as a second opinion: single values that approved documents proposed, and accounts that are new for a known party.
 * @param pages as the desk reads them; places of values that are not there are left out
 */
export function opinionFields({ fields }: Pick<ExtractionResult, 'fields'>, pages: readonly Page[] = []): OpinionFields {
  const opinions: OpinionFields = newRecord();
  for (const [name, entry] of Object.entries(fields)) {
    if (Array.isArray(entry) || isEmptyValue(entry.value)) continue;
    const { value, text, remembered, flags, evidence } = entry;
    const newAccount = flags?.includes('new_bank_account') ? { newAccount: true as const } : {};
    if (remembered) opinions[name] = { value, text, evidence: confirmPlaces(evidence, pages), remembered, ...newAccount };
    else if (flags?.includes('new_bank_account')) opinions[name] = { value, ...newAccount };
  }
  return opinions;
}

/**
 * An untouched value with what a second opinion says of it; the value stays as it is. That an account is new for its party is said only of the
 * same account.
 */
export function withOpinion(merged: MergedValue, opinion: FieldOpinion | undefined): MergedValue {
  if (!opinion) return merged;
  const { value, text = null, evidence = [], remembered, newAccount } = opinion;
  const agrees = isSameValue(value, merged.value);
  const isNew = newAccount && agrees && !merged.machine_flags.includes('new_bank_account');
  return {
    ...merged,
    ...(isNew ? { machine_flags: [...merged.machine_flags, 'new_bank_account'] } : {}),
    ...(remembered ? { second_opinion: { agrees, value, text, evidence, remembered } } : {}),
  };
}
