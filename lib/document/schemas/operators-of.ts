import type { FieldOperator } from '#lib/contract/desk/search/field-filter.ts';
import type { Field, FieldType } from '#lib/contract/service/extraction-schema.ts';

const NUMBERS: readonly FieldOperator[] = ['above', 'below', 'between', 'equals', 'empty', 'filled'];

/** How fields of each type can be filtered; the first is the usual one. */
const OPERATORS: Record<FieldType, readonly FieldOperator[]> = {
  string: ['contains', 'is', 'empty', 'filled'],
  list: ['contains', 'empty', 'filled'],
  enum: ['is', 'empty', 'filled'],
  money: NUMBERS,
  number: NUMBERS,
  integer: NUMBERS,
  percentage: NUMBERS,
  date: ['days', 'last_month', 'this_month', 'on', 'before', 'after', 'empty', 'filled'],
  boolean: ['yes', 'no', 'empty', 'filled'],
  rows: ['above', 'below', 'equals', 'empty', 'filled'],
};

/** The operators for a field. */
export function operatorsOf(field: Pick<Field, 'type'>): readonly FieldOperator[] {
  return OPERATORS[field.type];
}
