import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { type SchemaDraft, schemaDraftSchema } from '#lib/contract/service/extraction-schema.ts';

type SetField = { name: string; type: string; description?: string; options?: string[]; items?: SetField[] };
type SetSchema = { name: string; description?: string; fields: SetField[] };

function convertField(field: SetField): Record<string, unknown> {
  const base = { name: field.name, description: field.description ?? '' };
  if (field.type === 'array') return { ...base, type: 'rows', fields: (field.items ?? []).map(convertField) };
  return field.options ? { ...base, type: 'enum', enum: field.options } : { ...base, type: field.type };
}

/** A set's schema in the form of the contract; null when no field can be extracted (tables, classes only). */
export function convertSchema(schema: SetSchema): SchemaDraft | null {
  const fields = schema.fields.filter((field) => field.type !== 'tables').map(convertField);
  if (!fields.length) return null;
  return schemaDraftSchema.parse({ name: schema.name, description: schema.description ?? '', fields });
}

/** All schemas of a set folder by name. */
export function loadSchemas(folder: string): Map<string, SchemaDraft | null> {
  const schemas = new Map<string, SchemaDraft | null>();
  for (const file of readdirSync(folder)) {
    const name = /^schema-(.+)\.json$/.exec(file)?.[1];
    if (name) schemas.set(name, convertSchema(JSON.parse(readFileSync(path.join(folder, file), 'utf8')) as SetSchema));
  }
  return schemas;
}

/** A line of a set's truth. Extraction may look at `file` and `schema` only; training and scoring at all of it. */
export type TruthLine = {
  file: string;
  schema: string;
  fields?: Record<string, unknown>;
  line_items?: Record<string, unknown>[];
  ignore?: string[];
  line_items_ignore?: string[];
  accept?: Record<string, unknown[]>;
};

/** The truth file of a set, line by line. */
export function loadTruth(folder: string): TruthLine[] {
  return readFileSync(path.join(folder, 'truth.jsonl'), 'utf8')
    .split('\n')
    .filter((line) => line.trim())
    .map((line) => JSON.parse(line) as TruthLine);
}
