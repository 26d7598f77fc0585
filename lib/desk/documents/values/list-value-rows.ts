import type { MergedFields, MergedValue } from '#lib/contract/desk/review.ts';
import type { Field, RowField, Schema } from '#lib/contract/service/extraction-schema.ts';
import { foldShort } from '#lib/document/values/fold-text.ts';
import { formatValue } from '#lib/document/values/format-value.ts';
import { isEmptyValue } from '#lib/document/values/is-empty-value.ts';
import type { documentValues } from './tables.ts';
import { FOLDED_LENGTH } from './values-condition.ts';

type ValueRow = Omit<typeof documentValues.$inferSelect, 'documentId' | 'schemaId'>;

/** Of a value, so much is kept to show. */
const SHOWN_LENGTH = 500;
const DAY = /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/;

/** The values of a document's fields, to filter and sort by; without those that are empty. */
export function listValueRows(schema: Schema, fields: MergedFields): ValueRow[] {
  return schema.fields.flatMap((field): ValueRow[] => {
    const entry = Object.hasOwn(fields, field.name) ? fields[field.name] : undefined;
    if (entry === undefined) return [];
    if (Array.isArray(entry)) {
      if (entry.length === 0) return [];
      const text = entry.length === 1 ? '1 row' : `${entry.length} rows`;
      return [{ field: field.name, text, folded: text, number: entry.length, date: null, currency: null }];
    }
    return isEmptyValue(entry.value) ? [] : [valueRow(field, entry)];
  });
}

function valueRow(field: Field, { value, currency }: MergedValue): ValueRow {
  const text = storableText(field.type === 'rows' ? 'string' : field.type, value);
  const number = typeof value === 'number' && Number.isFinite(value) ? value : typeof value === 'boolean' ? Number(value) : null;
  const day = field.type === 'date' && typeof value === 'string' && isDay(value) ? value : null;
  return {
    field: field.name,
    text: text.slice(0, SHOWN_LENGTH),
    folded: foldShort(text).slice(0, FOLDED_LENGTH),
    number,
    date: day,
    currency: currency ?? null,
  };
}

/** A day that there is; PostgreSQL refuses others, and all of the year 0. */
function isDay(text: string): boolean {
  const at = new Date(`${text}T00:00:00Z`);
  return DAY.test(text) && !text.startsWith('0000') && !Number.isNaN(at.getTime()) && at.toISOString().startsWith(text);
}

/** A value as it is shown. */
export function storableText(type: RowField['type'], value: MergedValue['value']): string {
  // what a person typed may hold anything, and PostgreSQL takes no NUL
  return formatValue(type, value).replaceAll('\0', '');
}
