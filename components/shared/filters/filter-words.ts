import { endsOf, type FieldFilter, type FieldOperator } from '#lib/contract/desk/search/field-filter.ts';
import type { Field } from '#lib/contract/service/extraction-schema.ts';
import { formatValue } from '#lib/document/values/format-value.ts';

/** What a choice of operators says. */
export const OPERATOR_WORDS: Record<FieldOperator, string> = {
  contains: 'contains',
  is: 'is',
  equals: 'is exactly',
  above: 'is more than',
  below: 'is less than',
  between: 'is between',
  on: 'is on',
  before: 'is before',
  after: 'is after',
  days: 'is between',
  this_month: 'is in this month',
  last_month: 'is in last month',
  yes: 'is yes',
  no: 'is no',
  empty: 'is empty',
  filled: 'is not empty',
};

/** A field as people know it. */
export function nameOf({ label, name }: Pick<Field, 'label' | 'name'>): string {
  return label || name;
}

/** A filter in a few words, e.g. "Total is more than 1 000.00". Rows are counted. */
export function filterWords(filter: FieldFilter, field: Pick<Field, 'label' | 'name' | 'type'> | undefined): string {
  const { operator, value } = filter;
  const name = field ? nameOf(field) : filter.field;
  const words = `${name} ${OPERATOR_WORDS[operator]}`;
  const ends = endsOf(value);
  if (value === '') return words;
  if (ends && (operator === 'between' || operator === 'days'))
    return `${words} ${ends.map((end) => shown(end, field, operator)).join(' and ')}`;
  return `${words} ${shown(value, field, operator)}${field?.type === 'rows' ? ' rows' : ''}`;
}

function shown(value: string, field: Pick<Field, 'type'> | undefined, operator: FieldOperator): string {
  if (operator === 'contains' || operator === 'is') return `“${value}”`;
  const number = Number(value);
  return field && Number.isFinite(number) && field.type !== 'date' ? formatValue(field.type, number) : value;
}
