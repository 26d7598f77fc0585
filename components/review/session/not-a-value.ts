import type { RowField } from '#lib/contract/service/extraction-schema.ts';

const WHAT: Partial<Record<RowField['type'], string>> = {
  date: 'a date, e.g. 2026-03-12 or 12.3.26',
  money: 'an amount, e.g. 1 234.50',
  number: 'a number',
  integer: 'a whole number',
  percentage: 'a percentage, e.g. 19',
};

/** What is said of a text that is no value of its field. */
export function notAValue(type: RowField['type']): string {
  return `This is not ${WHAT[type] ?? 'a value of this field'}. It is not saved yet.`;
}

/** What is said when words were picked on the page that are no value of the field. */
export function notAValueOf(field: RowField, text: string): string {
  return `“${text}” is not a value of ${field.label || field.name}.`;
}
