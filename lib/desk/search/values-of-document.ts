import type { MergedFields, MergedValue } from '#lib/contract/desk/review.ts';
import type { Field, RowField, Schema } from '#lib/contract/service/extraction-schema.ts';
import { formatValue } from '#lib/document/values/format-value.ts';
import { isEmptyValue } from '#lib/document/values/is-empty-value.ts';
import { FOLDED_LENGTH } from './field-condition.ts';
import { foldShort } from './lexemes.ts';
import type { documentValues, SearchedValue } from './tables.ts';

export type ValueRow = Omit<typeof documentValues.$inferSelect, 'documentId' | 'schemaId'>;

/** Of a value, so much is kept to show. */
const SHOWN_LENGTH = 500;
/** Values of rows that are searched, so that a statement with 10,000 lines does not outgrow its document. */
const MOST_CELLS = 4000;
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
  const text = shown(field.type === 'rows' ? 'string' : field.type, value);
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

/** A day that there is; PostgreSQL refuses others. */
function isDay(text: string): boolean {
  const at = new Date(`${text}T00:00:00Z`);
  return DAY.test(text) && !Number.isNaN(at.getTime()) && at.toISOString().startsWith(text);
}

function shown(type: RowField['type'], value: MergedValue['value']): string {
  // what a person typed may hold anything, and PostgreSQL takes no NUL
  return formatValue(type, value).replaceAll('\0', '');
}

const TEXT_TYPES: ReadonlySet<string> = new Set(['string', 'enum', 'list']);

function searched(label: string, type: RowField['type'], value: MergedValue['value']): SearchedValue {
  return { label, text: shown(type, value), ...(TEXT_TYPES.has(type) ? {} : { exact: true as const }) };
}

/** Every value of a document, those in rows too, as they are searched and told of. */
export function listSearchedValues(schema: Schema, fields: MergedFields): SearchedValue[] {
  const found: SearchedValue[] = [];
  for (const field of schema.fields) {
    const entry = Object.hasOwn(fields, field.name) ? fields[field.name] : undefined;
    const label = field.label || field.name;
    if (!Array.isArray(entry)) {
      if (entry && field.type !== 'rows' && !isEmptyValue(entry.value)) found.push(searched(label, field.type, entry.value));
      continue;
    }
    for (const row of entry) {
      for (const column of field.fields ?? []) {
        const cell = Object.hasOwn(row.cells, column.name) ? row.cells[column.name] : undefined;
        if (found.length >= MOST_CELLS) return found;
        if (cell && !isEmptyValue(cell.value)) found.push(searched(`${label}, ${column.label || column.name}`, column.type, cell.value));
      }
    }
  }
  return found;
}
