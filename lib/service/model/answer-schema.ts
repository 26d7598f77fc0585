import type { Field, RowField, SchemaDraft } from '#lib/contract/service/extraction-schema.ts';

type JsonSchema = Record<string, unknown>;

function leaf(field: RowField): JsonSchema {
  const description = [field.label, field.description].filter(Boolean).join('. ');
  const base = description ? { description } : {};
  switch (field.type) {
    case 'money':
    case 'number':
    case 'percentage':
      return { ...base, type: ['number', 'null'] };
    case 'integer':
      return { ...base, type: ['integer', 'null'] };
    case 'boolean':
      return { ...base, type: ['boolean', 'null'] };
    case 'list':
      return { ...base, type: ['array', 'null'], items: { type: 'string' } };
    case 'enum':
      return { ...base, type: ['string', 'null'], enum: [...(field.enum ?? []), null] };
    case 'date':
      return { ...base, type: ['string', 'null'], description: `${description}${description ? ' ' : ''}(ISO date, YYYY-MM-DD)` };
    default:
      return { ...base, type: ['string', 'null'] };
  }
}

function object(fields: readonly (Field | RowField)[]): JsonSchema {
  return {
    type: 'object',
    properties: Object.fromEntries(
      fields.map((field) => [
        field.name,
        field.type === 'rows' ? { type: 'array', items: object((field as Field).fields ?? []) } : leaf(field as RowField),
      ]),
    ),
    // Structured output wants every property named; what is not in the document is null.
    required: fields.map((field) => field.name),
    additionalProperties: false,
  };
}

/** The JSON Schema of a model's answer, in the subset that structured output takes. */
export function answerSchema(schema: Pick<SchemaDraft, 'fields'>): JsonSchema {
  return object(schema.fields);
}
