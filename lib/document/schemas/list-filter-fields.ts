import type { Field, RowField } from '#lib/contract/service/extraction-schema.ts';

/** What documents can be filtered by: a field, or a column of its rows, whose name is then `lines.amount`. */
export type FilterField = Pick<Field, 'name' | 'label' | 'type' | 'enum'>;

/** The fields of a schema to filter by, the columns of rows behind the field that has them. */
export function listFilterFields(fields: readonly Field[]): FilterField[] {
  return fields.flatMap((field): FilterField[] => [field, ...(field.fields ?? []).map((column) => columnField(field, column))]);
}

function columnField(field: Field, column: RowField): FilterField {
  return {
    name: `${field.name}.${column.name}`,
    label: `${field.label || field.name}, ${column.label || column.name}`,
    type: column.type,
    ...(column.enum ? { enum: column.enum } : {}),
  };
}
