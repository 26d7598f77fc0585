import type { Value } from '#lib/contract/extraction.ts';
import type { Field, RowField, Schema } from '#lib/contract/extraction-schema.ts';
import { ownValue } from '#lib/contract/own-value.ts';
import type { PlainFields } from '#lib/document/plain-fields.ts';
import type { ExportRecord, ExportValues } from './export-record.ts';

/** A cell of a table to export. `type` says how a spreadsheet shall hold it. */
export type ExportCell = { value: Value | Record<string, Value>[]; type: RowField['type'] | 'rows' };
export type ExportTable = { header: string[]; rowsOf: (record: ExportRecord) => ExportCell[][] };

const text = (value: string | null): ExportCell => ({ value, type: 'string' });
const ABOUT = ['document_id', 'document_name', 'folder', 'state', 'approved_at', 'approved_by', 'schema', 'schema_version'];

function about(record: ExportRecord): ExportCell[] {
  const { id, name, folder, state, approved, schema } = record;
  return [
    ...[id, name, folder, state, approved?.at ?? null, approved?.by ?? null, schema?.name ?? null].map(text),
    { value: schema?.version ?? null, type: 'integer' },
  ];
}

/** The fields of several schemas, each name once, in the order they first come. */
function uniqueFields<F extends RowField | Field>(lists: readonly (readonly F[])[]): F[] {
  const byName = new Map<string, F>();
  for (const field of lists.flat()) if (!byName.has(field.name)) byName.set(field.name, field);
  return [...byName.values()];
}

function headerOf(fields: readonly { name: string }[], values: ExportValues): string[] {
  return fields.flatMap(({ name }) => (values === 'both' ? [name, `${name}.original`] : [name]));
}

function cellsOf(
  fields: readonly { name: string; type: ExportCell['type'] }[],
  values: ExportValues,
  approved: PlainFields | undefined | null,
  original: PlainFields | undefined | null,
): ExportCell[] {
  return fields.flatMap(({ name, type }) => {
    const now = { value: (approved && ownValue(approved, name)) ?? null, type };
    const machine = { value: (original && ownValue(original, name)) ?? null, type };
    return values === 'both' ? [now, machine] : [values === 'original' ? machine : now];
  });
}

/** One row for each document; with rows fields as JSON text when `withRows`. */
export function documentTable(schemas: readonly Schema[], values: ExportValues, withRows: boolean): ExportTable {
  const fields = uniqueFields(schemas.map((schema) => schema.fields)).filter((field) => withRows || field.type !== 'rows');
  return {
    header: [...ABOUT, ...headerOf(fields, values)],
    rowsOf: (record) => [[...about(record), ...cellsOf(fields, values, record.values, record.original)]],
  };
}

/** One row for each row of a rows field, e.g. each line item; rows of all documents under one header. */
export function rowsTable(schemas: readonly Schema[], name: string, values: ExportValues): ExportTable {
  const columns = uniqueFields(
    schemas.flatMap((schema) =>
      schema.fields.filter((field) => field.name === name && field.type === 'rows').map((field) => field.fields ?? []),
    ),
  );
  return {
    header: ['document_id', 'document_name', 'row', ...headerOf(columns, values)],
    rowsOf: (record) => {
      const approved = listOf(record.values, name);
      const original = listOf(record.original, name);
      const length =
        values === 'approved' ? approved.length : values === 'original' ? original.length : Math.max(approved.length, original.length);
      return Array.from({ length }, (_, index) => [
        text(record.id),
        text(record.name),
        { value: index + 1, type: 'integer' as const },
        ...cellsOf(columns, values, approved[index], original[index]),
      ]);
    },
  };
}

function listOf(fields: PlainFields | null, name: string): Record<string, Value>[] {
  const value = fields && ownValue(fields, name);
  return Array.isArray(value) ? (value.filter((row) => typeof row === 'object') as Record<string, Value>[]) : [];
}

/** Names of the rows fields of the schemas. */
export function rowsFieldNames(schemas: readonly Schema[]): string[] {
  return uniqueFields(schemas.map((schema) => schema.fields))
    .filter((field) => field.type === 'rows')
    .map((field) => field.name);
}
