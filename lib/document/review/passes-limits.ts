import type { Flag, MergedFields, MergedValue } from '#lib/contract/desk/review.ts';
import { ownValue } from '#lib/contract/json/own-value.ts';
import type { SchemaDraft } from '#lib/contract/service/extraction-schema.ts';
import { isEmptyValue } from '../values/is-empty-value.ts';

/** What passes without a person, of one field. `threshold`: values with that confidence or a higher one; null = none. */
export type PassLimit = { threshold: number | null; mayBeEmpty: boolean };

type Judged = { schema: Pick<SchemaDraft, 'fields'>; fields: MergedFields };

/**
 * The fields and columns of a document of which a value needs a person: its confidence is too low or unknown for its field, or it is empty
 * and may not be. A field without a limit lets nothing pass; a table without rows needs a person for each column.
 * @param limits by the field's name, `rows.column` for a column
 */
export function findHeldFields({ schema, fields }: Judged, limits: ReadonlyMap<string, PassLimit>): Set<string> {
  const held = new Set<string>();
  for (const field of schema.fields) {
    const entry = ownValue(fields, field.name);
    if (!Array.isArray(entry)) {
      if (!passes(entry, limits.get(field.name))) held.add(field.name);
      continue;
    }
    for (const { name } of field.fields ?? []) {
      const column = `${field.name}.${name}`;
      const limit = limits.get(column);
      // that a table is rightly empty is not known of any
      if (entry.length === 0 || entry.some((row) => !passes(ownValue(row.cells, name), limit))) held.add(column);
    }
  }
  return held;
}

/** True when no value of a document needs a person, and nothing in it is flagged. @param limits as those of `findHeldFields` */
export function passesLimits({ flags, ...judged }: Judged & { flags: readonly Flag[] }, limits: ReadonlyMap<string, PassLimit>): boolean {
  return flags.length === 0 && judged.schema.fields.length > 0 && findHeldFields(judged, limits).size === 0;
}

function passes(merged: MergedValue | undefined, limit: PassLimit | undefined): boolean {
  if (!limit || !merged) return false;
  if (isEmptyValue(merged.value)) return limit.mayBeEmpty;
  return limit.threshold !== null && merged.confidence !== null && merged.confidence >= limit.threshold;
}
