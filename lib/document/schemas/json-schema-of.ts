import type { Field, RowField, SchemaDraft } from '#lib/contract/service/extraction-schema.ts';

type JsonSchema = Record<string, unknown>;

/** JSON Schema formats that say the same as ours. */
export const JSON_SCHEMA_FORMATS: Partial<Record<NonNullable<Field['format']>, string>> = { email: 'email', url: 'uri', time: 'time' };

/**
 * Writes a schema as JSON Schema 2020-12. What JSON Schema has no word for stands under `x-countersign-*`, so that
 * `schemaFromJsonSchema` gives back the same schema.
 */
export function jsonSchemaOf(draft: SchemaDraft): JsonSchema {
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: draft.name,
    ...(draft.description ? { description: draft.description } : {}),
    ...objectOf(draft.fields),
    ...(draft.rules.length > 0 ? { 'x-countersign-rules': draft.rules } : {}),
  };
}

function objectOf(fields: readonly (Field | RowField)[]): JsonSchema {
  const required = fields.filter((field) => field.required).map((field) => field.name);
  return {
    type: 'object',
    properties: Object.fromEntries(fields.map((field) => [field.name, propertyOf(field)])),
    ...(required.length > 0 ? { required } : {}),
    additionalProperties: false,
  };
}

function propertyOf(field: Field | RowField): JsonSchema {
  return {
    ...(field.label ? { title: field.label } : {}),
    ...(field.description ? { description: field.description } : {}),
    ...shapeOf(field),
    ...(field.pattern ? { pattern: field.pattern } : {}),
    ...(typeof field.minimum === 'number' ? { minimum: field.minimum } : {}),
    ...(typeof field.maximum === 'number' ? { maximum: field.maximum } : {}),
    ...(typeof field.minimum === 'string' ? { 'x-countersign-minimum': field.minimum } : {}),
    ...(typeof field.maximum === 'string' ? { 'x-countersign-maximum': field.maximum } : {}),
    ...(field.format && !JSON_SCHEMA_FORMATS[field.format] ? { 'x-countersign-format': field.format } : {}),
    ...(field.enum && field.type !== 'enum' ? { 'x-countersign-options': field.enum } : {}),
  };
}

function shapeOf(field: Field | RowField): JsonSchema {
  const format = field.format && JSON_SCHEMA_FORMATS[field.format];
  switch (field.type) {
    case 'string':
      return { type: 'string', ...(format ? { format } : {}) };
    case 'date':
      return { type: 'string', format: 'date' };
    case 'enum':
      return { type: 'string', enum: field.enum ?? [] };
    case 'boolean':
      return { type: 'boolean' };
    case 'integer':
      return { type: 'integer' };
    case 'number':
    case 'money':
    case 'percentage':
      return { type: 'number', 'x-countersign-type': field.type };
    case 'list':
      return { type: 'array', items: { type: 'string' } };
    case 'rows':
      return { type: 'array', items: objectOf('fields' in field && field.fields ? field.fields : []) };
  }
}
