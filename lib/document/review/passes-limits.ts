import type { Flag, MergedFields, MergedValue } from '#lib/contract/desk/review.ts';
import { ownValue } from '#lib/contract/json/own-value.ts';
import type { SchemaDraft } from '#lib/contract/service/extraction-schema.ts';
import { isEmptyValue } from '../values/is-empty-value.ts';

/** What passes without a person, of one field. `threshold`: values with that confidence or a higher one; null = none. */
export type PassLimit = { threshold: number | null; mayBeEmpty: boolean };

/**
 * True when no value of a document needs a person: nothing is flagged, each value has a confidence that is high enough for its
 * field, and nothing is empty that may not be. A field without a limit lets nothing pass.
 * @param limits by the field's name, `rows.column` for a column
 */
export function passesLimits(
  { schema, fields, flags }: { schema: Pick<SchemaDraft, 'fields'>; fields: MergedFields; flags: readonly Flag[] },
  limits: ReadonlyMap<string, PassLimit>,
): boolean {
  if (flags.length > 0 || schema.fields.length === 0) return false;
  return schema.fields.every((field) => {
    const entry = ownValue(fields, field.name);
    if (entry === undefined) return false;
    if (!Array.isArray(entry)) return passes(entry, limits.get(field.name));
    return (
      entry.length > 0 &&
      entry.every((row) =>
        (field.fields ?? []).every(({ name }) => {
          const cell = ownValue(row.cells, name);
          return cell !== undefined && passes(cell, limits.get(`${field.name}.${name}`));
        }),
      )
    );
  });
}

function passes({ value, confidence }: MergedValue, limit: PassLimit | undefined): boolean {
  if (!limit) return false;
  if (isEmptyValue(value)) return limit.mayBeEmpty;
  return limit.threshold !== null && confidence !== null && confidence >= limit.threshold;
}
