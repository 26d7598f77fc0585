import { type SQL, sql } from 'drizzle-orm';
import { endsOf, type FieldFilter, operandOf, readFieldFilter } from '#lib/contract/desk/search/field-filter.ts';
import { foldShort } from '#lib/document/values/fold-text.ts';
import { likePattern } from '#lib/platform/database/like-pattern.ts';
import { documents } from '../tables.ts';
import { documentCells, documentValues } from './tables.ts';

/** Texts are compared and sorted by so much of them. */
export const FOLDED_LENGTH = 300;

type Options = {
  /** For what depends on the day. */
  today?: Date;
  /** What cannot be compared fits: no value, or one of another kind. Only “is empty” and “is not empty” mean what they say. */
  isLenient?: boolean;
};

/**
 * The documents of a schema whose values fit all filters; a filter on a column of rows, where one of them fits. Undefined when there are none.
 * @param where filters as they stand in the address; what is none is left out
 */
export function valuesCondition(
  schemaId: string | undefined,
  where: readonly string[] | string | undefined,
  { today = new Date(), isLenient = false }: Options = {},
): SQL | undefined {
  const filters = [where ?? []].flat().flatMap((text) => readFieldFilter(text) ?? []);
  if (!schemaId || filters.length === 0) return undefined;
  return sql.join(
    filters.map((filter) => {
      const isCell = filter.field.includes('.');
      // exists, also where it is one of many conditions or denied: then it is looked up for each document
      const hasValue = (more: SQL) =>
        sql`exists (select 1 from ${isCell ? documentCells : documentValues} v where v.document_id = ${documents.id} and v.schema_id = ${schemaId} and v.field = ${filter.field} and ${more})`;
      if (filter.operator === 'filled') return hasValue(sql`true`);
      if (filter.operator === 'empty') return sql`not ${hasValue(sql`true`)}`;
      const compared = comparison(filter, today);
      // what the index of texts holds
      const fits = isCell && operandOf(filter.operator) === 'words' ? sql`${compared} and v.number is null and v.date is null` : compared;
      return isLenient ? sql`(${hasValue(fits)} or not ${hasValue(sql`(${fits}) is false`)})` : hasValue(fits);
    }),
    sql` and `,
  );
}

function comparison({ operator, value }: FieldFilter, today: Date): SQL {
  const [from, to] = endsOf(value) ?? [value, value];
  const words = foldShort(value).slice(0, FOLDED_LENGTH);
  switch (operator) {
    case 'contains':
      return sql`v.folded like ${likePattern(words)}`;
    case 'is':
      return sql`v.folded = ${words}`;
    case 'equals':
      return sql`v.number = ${Number(value)}::float8`;
    case 'above':
      return sql`v.number > ${Number(value)}::float8`;
    case 'below':
      return sql`v.number < ${Number(value)}::float8`;
    case 'between':
      return sql`v.number between ${Number(from)}::float8 and ${Number(to)}::float8`;
    case 'on':
      return sql`v.date = ${value}::date`;
    case 'before':
      return sql`v.date < ${value}::date`;
    case 'after':
      return sql`v.date > ${value}::date`;
    case 'days':
      return sql`v.date between ${from}::date and ${to}::date`;
    case 'this_month':
      return inMonth(today, 0);
    case 'last_month':
      return inMonth(today, -1);
    case 'yes':
      return sql`v.number = 1`;
    case 'no':
      return sql`v.number = 0`;
    default:
      return sql`true`;
  }
}

function inMonth(today: Date, shift: number): SQL {
  const dayOf = (months: number) => {
    const first = new Date(Date.UTC(today.getFullYear(), today.getMonth() + months, 1));
    return first.toISOString().slice(0, 10);
  };
  return sql`v.date >= ${dayOf(shift)}::date and v.date < ${dayOf(shift + 1)}::date`;
}
