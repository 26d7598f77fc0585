import type { MergedFields, MergedValue } from '#lib/contract/desk/review.ts';
import type { Field, RowField, Schema } from '#lib/contract/service/extraction-schema.ts';
import { foldShort } from '#lib/document/values/fold-text.ts';
import { formatValue } from '#lib/document/values/format-value.ts';
import { isEmptyValue } from '#lib/document/values/is-empty-value.ts';
import type { documentCells, documentValues } from './tables.ts';
import { FOLDED_LENGTH } from './values-condition.ts';

type ValueRow = Omit<typeof documentValues.$inferSelect, 'documentId' | 'schemaId'>;
type CellRow = Omit<typeof documentCells.$inferSelect, 'documentId' | 'schemaId'>;

/** Of a value, so much is kept to show. */
const SHOWN_LENGTH = 500;
/** Of a document, so many different values of rows are filtered by: a statement with 10,000 lines does not outgrow its document. */
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

/** The different values of each column of a document’s rows, to filter by; without those that are empty. */
export function listCellRows(schema: Schema, fields: MergedFields): CellRow[] {
  const columns = schema.fields.flatMap((field) => {
    const rows = Object.hasOwn(fields, field.name) ? fields[field.name] : undefined;
    return Array.isArray(rows) ? (field.fields ?? []).map((column) => ({ path: `${field.name}.${column.name}`, column, rows })) : [];
  });
  return columns.flatMap(({ path, column, rows }) => listColumn(path, column, rows)).slice(0, MOST_CELLS);
}

function listColumn(path: string, column: RowField, rows: Extract<MergedFields[string], readonly unknown[]>): CellRow[] {
  const cells = new Map<string, Omit<CellRow, 'place'>>();
  for (const row of rows) {
    const cell = Object.hasOwn(row.cells, column.name) ? row.cells[column.name] : undefined;
    if (!cell || isEmptyValue(cell.value)) continue;
    const { folded, number, date } = valueRow(column, cell);
    cells.set(JSON.stringify([folded, number, date]), { field: path, folded, number, date });
  }
  return [...cells.values()].map((cell, place) => ({ ...cell, place }));
}

function valueRow(field: Pick<Field, 'name' | 'type'>, { value, currency }: MergedValue): ValueRow {
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
