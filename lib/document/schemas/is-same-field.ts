import type { Field, FieldType, RowField } from '#lib/contract/service/extraction-schema.ts';

/** Besides the same type: what a value of the first type may be in a field of the second. */
const FITS: Partial<Record<FieldType, readonly FieldType[]>> = {
  string: ['enum'],
  enum: ['string'],
  money: ['number'],
  number: ['money'],
  integer: ['number', 'money'],
};

/**
 * True when what people did to a field of one schema means the same in a field of another: the same name, and a type that
 * can hold its values. Rows fit when they have the same columns.
 */
export function isSameField(before: Field | undefined, after: Field | undefined): boolean {
  if (!before || !after || !fits(before, after)) return false;
  const [then, now] = [before.fields ?? [], after.fields ?? []];
  return then.length === now.length && now.every((column) => then.some((known) => fits(known, column)));
}

function fits(before: Pick<RowField, 'name'> & { type: FieldType }, after: Pick<RowField, 'name'> & { type: FieldType }): boolean {
  return before.name === after.name && (before.type === after.type || (FITS[before.type]?.includes(after.type) ?? false));
}
