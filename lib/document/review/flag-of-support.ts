import type { Flag, MergedFields, MergedValue } from '#lib/contract/desk/review.ts';
import type { RowField } from '#lib/contract/service/extraction-schema.ts';
import { formatValue } from '../values/format-value.ts';
import { isEmptyValue } from '../values/is-empty-value.ts';

/** Characters of a value that a flag repeats. */
const MOST_SHOWN = 80;

/** Why an untouched value without a confidence needs a person; null where it has one, or what it has bears it out. */
export function flagOfSupport(field: RowField, merged: MergedValue): Pick<Flag, 'reason' | 'message'> | null {
  const { support, candidates, value } = merged;
  const [other] = candidates;
  const isEmpty = isEmptyValue(value);
  if (support === 'differs' && other) {
    const reads = `the desk’s own engine reads “${shorten(formatValue(field.type, other.value))}”.`;
    const says = isEmpty ? 'found nothing' : `says “${shorten(formatValue(field.type, value))}”`;
    return { reason: 'engines_differ', message: `The document service ${says}; ${reads}` };
  }
  if (support !== 'alone' || isEmpty || merged.machine_flags.includes('not_on_page')) return null;
  const message =
    merged.evidence.length > 0
      ? 'It is printed on the page, but not where this field is expected, and nothing else confirms it.'
      : 'No confidence was given, and nothing on the pages confirms this value.';
  return { reason: 'unconfirmed', message };
}

/**
 * True when values have no confidence, and nothing could be compared with any of them: the file could not be read here. Such
 * a document gets one flag, not one for each value.
 */
export function isUncompared(fields: MergedFields): boolean {
  const values = Object.values(fields).flatMap((entry) =>
    Array.isArray(entry) ? entry.flatMap((row) => Object.values(row.cells)) : entry,
  );
  const given = values.filter(({ support, original }) => support !== undefined && !isEmptyValue(original));
  const isBare = ({ support, evidence, machine_flags }: MergedValue) =>
    support === 'alone' && evidence.length === 0 && !machine_flags.includes('not_on_page');
  return given.every(isBare) && given.some(({ status }) => status === 'machine');
}

/** A value as a flag repeats it. */
export function shorten(text: string): string {
  return text.length > MOST_SHOWN ? `${text.slice(0, MOST_SHOWN - 1)}…` : text;
}
