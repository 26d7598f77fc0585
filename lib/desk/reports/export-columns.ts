import type { ExportValues } from '#lib/contract/desk/export.ts';
import { ownValue } from '#lib/contract/json/own-value.ts';
import type { Value } from '#lib/contract/service/extraction.ts';
import type { Field, RowField, Schema } from '#lib/contract/service/extraction-schema.ts';
import type { PlainFields } from '#lib/document/schemas/plain-fields.ts';
import type { ExportRecord } from './export-record.ts';

/** A cell of a table to export. `type` says how a spreadsheet shall hold it. */
export type ExportCell = { value: Value | Record<string, Value>[]; type: RowField['type'] | 'rows' | 'moment' };
/** `name`: for programs, e.g. `invoice_date`; `label`: for people. */
export type ExportColumn = { name: string; label: string };
export type ExportTable = { columns: ExportColumn[]; rowsOf: (record: ExportRecord) => ExportCell[][] };

const text = (value: string | null): ExportCell => ({ value, type: 'string' });
const DOCUMENT: ExportColumn[] = [
  { name: 'document_id', label: 'Document ID' },
  { name: 'document_name', label: 'Document' },
];
const ABOUT: ExportColumn[] = [
  ...DOCUMENT,
  { name: 'folder', label: 'Folder' },
  { name: 'state', label: 'State' },
  { name: 'approved_at', label: 'Approved at (UTC)' },
  { name: 'approved_by', label: 'Approved by' },
  { name: 'approved_by_id', label: 'Approved by (ID)' },
  { name: 'schema', label: 'Schema' },
  { name: 'schema_version', label: 'Schema version' },
];

function about(record: ExportRecord): ExportCell[] {
  const { id, name, folder, state, approved, schema } = record;
  return [
    ...[id, name, folder, state].map(text),
    { value: approved?.at ?? null, type: 'moment' },
    ...[approved?.by ?? null, approved?.by_id ?? null, schema?.name ?? null].map(text),
    { value: schema?.version ?? null, type: 'integer' },
  ];
}

/** The fields of several schemas, each name once, in the order they first come. */
function uniqueFields<F extends RowField | Field>(lists: readonly (readonly F[])[]): F[] {
  const byName = new Map<string, F>();
  for (const field of lists.flat()) if (!byName.has(field.name)) byName.set(field.name, field);
  return [...byName.values()];
}

function columnsOf(fields: readonly { name: string; label: string }[], values: ExportValues): ExportColumn[] {
  return fields.flatMap(({ name, label: given }) => {
    const label = given || name;
    return values === 'both'
      ? [
          { name, label },
          { name: `${name}.extracted`, label: `${label} (extracted)` },
        ]
      : [{ name, label }];
  });
}

function cellsOf(
  fields: readonly { name: string; type: ExportCell['type'] }[],
  values: ExportValues,
  approved: PlainFields | undefined | null,
  extracted: PlainFields | undefined | null,
): ExportCell[] {
  return fields.flatMap(({ name, type }) => {
    const now = { value: (approved && ownValue(approved, name)) ?? null, type };
    const asExtracted = { value: (extracted && ownValue(extracted, name)) ?? null, type };
    return values === 'both' ? [now, asExtracted] : [values === 'extracted' ? asExtracted : now];
  });
}

/** One row for each document; with rows fields as JSON text when `withRows`. */
export function documentTable(schemas: readonly Schema[], values: ExportValues, withRows: boolean): ExportTable {
  const fields = uniqueFields(schemas.map((schema) => schema.fields)).filter((field) => withRows || field.type !== 'rows');
  return {
    columns: [...ABOUT, ...columnsOf(fields, values)],
    rowsOf: (record) => [[...about(record), ...cellsOf(fields, values, record.values, record.extracted)]],
  };
}

/** One row for each row of a rows field, e.g. each line item; with several names `table` says which. */
export function rowsTable(schemas: readonly Schema[], names: readonly string[], values: ExportValues): ExportTable {
  const isNamed = names.length > 1;
  const columns = uniqueFields(
    schemas.flatMap((schema) =>
      schema.fields.filter((field) => names.includes(field.name) && field.type === 'rows').map((field) => field.fields ?? []),
    ),
  );
  return {
    columns: [
      ...DOCUMENT,
      ...(isNamed ? [{ name: 'table', label: 'Table' }] : []),
      { name: 'row', label: 'Row' },
      ...columnsOf(columns, values),
    ],
    rowsOf: (record) => names.flatMap((name) => rowsOfField(record, name, isNamed)),
  };

  function rowsOfField(record: ExportRecord, name: string, isTold: boolean): ExportCell[][] {
    const approved = listOf(record.values, name);
    const extracted = listOf(values === 'both' ? record.beside : record.extracted, name);
    const { length } = values === 'extracted' || (values === 'both' && !record.values) ? extracted : approved;
    return Array.from({ length }, (_, index) => [
      text(record.id),
      text(record.name),
      ...(isTold ? [text(name)] : []),
      { value: index + 1, type: 'integer' as const },
      ...cellsOf(columns, values, approved[index], extracted[index]),
    ]);
  }
}

function listOf(fields: PlainFields | null, name: string): Record<string, Value>[] {
  const value = fields && ownValue(fields, name);
  return Array.isArray(value) ? (value.filter((row) => typeof row === 'object') as Record<string, Value>[]) : [];
}

/** The rows fields of the schemas. */
export function rowsFields(schemas: readonly Schema[]): Field[] {
  return uniqueFields(schemas.map((schema) => schema.fields)).filter((field) => field.type === 'rows');
}
