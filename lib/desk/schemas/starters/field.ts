import type { Field, RowField } from '#lib/contract/service/extraction-schema.ts';

type Extra = Partial<Pick<RowField, 'required' | 'format' | 'enum' | 'minimum' | 'maximum'>>;

/** A field or column of a starter schema. `description` tells person and engine alike how the value is usually labelled. */
export function field(name: string, type: RowField['type'], label: string, description: string, extra: Extra = {}): RowField {
  return { name, type, label, description, required: false, ...extra };
}

/** A field of rows. */
export function rows(name: string, label: string, description: string, columns: RowField[], extra: Pick<Extra, 'required'> = {}): Field {
  return { name, type: 'rows', label, description, required: false, fields: columns, ...extra };
}
