import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { schemaDraftSchema } from '#lib/contract/service/extraction-schema.ts';
import { evaluateRules } from '#lib/document/rules/evaluate-rules.ts';
import { jsonSchemaOf } from '#lib/document/schemas/json-schema-of.ts';
import { schemaFromJsonSchema } from '#lib/document/schemas/schema-from-json-schema.ts';
import { STARTER_SCHEMAS } from './starter-schemas.ts';

test.each(STARTER_SCHEMAS.map((schema) => [schema.name, schema] as const))(
  '%s is a valid schema in which every field is labelled and described',
  (_, schema) => {
    expect(schemaDraftSchema.parse(schema)).toEqual(schema);
    for (const field of schema.fields.flatMap((one) => [one, ...(one.fields ?? [])])) {
      expect(field.label, field.name).not.toBe('');
      expect(field.description.length, field.name).toBeGreaterThan(3);
    }
  },
);

test.each(STARTER_SCHEMAS.map((schema) => [schema.name, schema] as const))(
  '%s has rules that can be read, about fields it has',
  (_, schema) => {
    const values = Object.fromEntries(
      schema.fields.map((field) => [
        field.name,
        field.type === 'rows'
          ? [Object.fromEntries((field.fields ?? []).map((column) => [column.name, 1]))]
          : field.type === 'date'
            ? '2026-01-01'
            : 1,
      ]),
    );
    for (const outcome of evaluateRules(schema.rules, values)) {
      expect(outcome.problem, outcome.rule.formula).toBeNull();
      expect(outcome.holds, outcome.rule.formula).not.toBeNull();
    }
  },
);

test('every starter schema survives being written as JSON Schema and read again', () => {
  for (const schema of STARTER_SCHEMAS) expect(schemaFromJsonSchema(jsonSchemaOf(schema))).toEqual(schema);
});

test('every sample names a starter schema', () => {
  const samples = JSON.parse(readFileSync(path.join(process.cwd(), 'samples', 'samples.json'), 'utf8')) as { schema_name: string }[];
  const names = STARTER_SCHEMAS.map((schema) => schema.name);
  expect(samples.filter((sample) => !names.includes(sample.schema_name))).toEqual([]);
});
