import { describe, expect, it } from 'vitest';
import { schemaDraftSchema } from '#lib/contract/extraction-schema.ts';
import { jsonSchemaOf } from './json-schema-of.ts';
import { JsonSchemaError, schemaFromJsonSchema } from './schema-from-json-schema.ts';

const draft = schemaDraftSchema.parse({
  name: 'Delivery note',
  description: 'What came and how much of it.',
  fields: [
    { name: 'note_number', type: 'string', label: 'Note no.', required: true, format: 'identifier', pattern: '^N' },
    { name: 'contact', type: 'string', format: 'email' },
    { name: 'delivered_on', type: 'date', minimum: '2020-01-01' },
    { name: 'freight', type: 'money', minimum: 0 },
    { name: 'discount', type: 'percentage', maximum: 100 },
    { name: 'parcels', type: 'integer' },
    { name: 'net_amount', type: 'number' },
    { name: 'complete', type: 'boolean' },
    { name: 'carrier', type: 'enum', enum: ['Road', 'Rail'] },
    { name: 'marks', type: 'list' },
    {
      name: 'goods',
      type: 'rows',
      fields: [
        { name: 'article', type: 'string', required: true },
        { name: 'amount', type: 'money' },
      ],
    },
  ],
  rules: [{ formula: 'freight = sum(goods.amount)' }],
});

describe('JSON Schema', () => {
  it('gives back the same schema that went out', () => {
    expect(schemaFromJsonSchema(JSON.parse(JSON.stringify(jsonSchemaOf(draft))))).toEqual(draft);
  });

  it('takes schemas as other tools write them: references, nullable types, nested objects', () => {
    const taken = schemaFromJsonSchema({
      $defs: { line: { type: 'object', properties: { 'Unit Price': { type: ['number', 'null'] } } } },
      type: 'object',
      properties: {
        dueDate: { anyOf: [{ type: 'string', format: 'date' }, { type: 'null' }], title: 'Due' },
        seller: { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] },
        lines: { type: 'array', items: { $ref: '#/$defs/line' } },
      },
    });
    expect(taken.name).toBe('Imported schema');
    expect(taken.fields).toMatchObject([
      { name: 'dueDate', type: 'date', label: 'Due' },
      { name: 'seller_name', type: 'string', required: true },
      { name: 'lines', type: 'rows', fields: [{ name: 'Unit_Price', type: 'money' }] },
    ]);
  });

  it.each([
    ['text instead of an object', 'x', ''],
    ['no properties', { type: 'array' }, '/properties'],
    [
      'a definition that contains itself',
      { $defs: { a: { $ref: '#/$defs/a' } }, properties: { a: { $ref: '#/$defs/a' } } },
      '/properties/a',
    ],
    [
      'rows in rows',
      { properties: { a: { type: 'array', items: { properties: { b: { type: 'array', items: { properties: { c: {} } } } } } } } },
      '/properties/a/items',
    ],
    ['a reference to elsewhere', { properties: { a: { $ref: 'https://example.org/x.json' } } }, '/properties/a'],
    ['a reference to the prototype', { properties: { a: { $ref: '#/constructor' } } }, '/properties/a'],
  ])('refuses %s and says where', (_case, json, pointer) => {
    const error = (() => {
      try {
        return schemaFromJsonSchema(json);
      } catch (caught) {
        return caught;
      }
    })();
    expect(error).toBeInstanceOf(JsonSchemaError);
    expect(error).toMatchObject({ pointer });
  });
});
