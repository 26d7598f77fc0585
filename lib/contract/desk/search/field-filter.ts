import { z } from 'zod';
import { fieldNameSchema } from '../../service/extraction-schema.ts';

/**
 * How a field's value is compared. Texts: contains, is · numbers: equals, above, below, from–to · dates: on, before, after, days,
 * and the calendar month that is now or was before it · boolean: yes, no · any: empty, filled.
 */
export const fieldOperatorSchema = z.enum([
  'contains',
  'is',
  'equals',
  'above',
  'below',
  'between',
  'on',
  'before',
  'after',
  'days',
  'this_month',
  'last_month',
  'yes',
  'no',
  'empty',
  'filled',
]);
export type FieldOperator = z.infer<typeof fieldOperatorSchema>;

const numberSchema = z.coerce.number();
// PostgreSQL knows no year 0
const daySchema = z.iso.date().refine((day) => !day.startsWith('0000'));
const wordsSchema = z.string().trim().min(1).max(200);

/** What an operator compares with; `pair` has two dots between its ends. */
const OPERANDS: Record<FieldOperator, 'none' | 'words' | 'number' | 'numbers' | 'day' | 'days'> = {
  contains: 'words',
  is: 'words',
  equals: 'number',
  above: 'number',
  below: 'number',
  between: 'numbers',
  on: 'day',
  before: 'day',
  after: 'day',
  days: 'days',
  this_month: 'none',
  last_month: 'none',
  yes: 'none',
  no: 'none',
  empty: 'none',
  filled: 'none',
};

/** What a field's value is compared with. */
export function operandOf(operator: FieldOperator): 'none' | 'words' | 'number' | 'numbers' | 'day' | 'days' {
  return OPERANDS[operator];
}

/** `field`: a field’s name, or for the cells of its rows also that of their column, as in `lines.amount`. */
export type FieldFilter = { field: string; operator: FieldOperator; value: string };

const isFieldPath = (path: string) => {
  const names = path.split('.');
  return names.length <= 2 && names.every((name) => fieldNameSchema.safeParse(name).success);
};

/** Splits `1..5` into its ends; null when it is no pair. */
export function endsOf(value: string): [string, string] | null {
  const [from, to, more] = value.split('..');
  return from && to && more === undefined ? [from, to] : null;
}

function isFitting({ operator, value }: FieldFilter): boolean {
  const kind = OPERANDS[operator];
  const one = kind === 'number' || kind === 'numbers' ? numberSchema : daySchema;
  if (kind === 'none') return value === '';
  if (kind === 'words') return wordsSchema.safeParse(value).success;
  if (kind === 'number' || kind === 'day') return value !== '' && one.safeParse(value).success;
  return endsOf(value)?.every((end) => one.safeParse(end).success) ?? false;
}

/**
 * A filter as it stands in the address: `field:operator:value`, e.g. `total:above:1000`, `date:days:2026-01-01..2026-01-31`,
 * `supplier:contains:müller`, `due:empty`, `lines.amount:above:100`. Numbers are plain, dates ISO.
 * @returns null when it is none
 */
export function readFieldFilter(text: string): FieldFilter | null {
  const [field = '', operator = '', ...rest] = text.split(':');
  const read = { field, operator: fieldOperatorSchema.safeParse(operator).data, value: rest.join(':').trim() };
  if (!read.operator || !isFieldPath(field)) return null;
  const filter: FieldFilter = { ...read, operator: read.operator };
  return isFitting(filter) ? filter : null;
}

/** The filter as it stands in the address. */
export function writeFieldFilter({ field, operator, value }: FieldFilter): string {
  return value === '' ? `${field}:${operator}` : `${field}:${operator}:${value}`;
}

export const fieldFilterSchema = z
  .string()
  .max(500)
  .refine((text) => readFieldFilter(text) !== null, 'This is no filter of a field. Write field:operator:value.');
