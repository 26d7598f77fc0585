import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { schemaDraftSchema } from '#lib/contract/service/extraction-schema.ts';
import { jsonSchemaOf } from './json-schema-of.ts';
import { JsonSchemaError } from './json-schema-reader.ts';
import { schemaFromJsonSchema } from './schema-from-json-schema.ts';

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

  it('gives back fields whose names every object has', () => {
    const fields = ['constructor', '__proto__', 'toString', '_own'].map((name) => ({ name, type: 'string' as const }));
    const given = schemaDraftSchema.parse({ name: 'Names', fields });
    expect(schemaFromJsonSchema(JSON.parse(JSON.stringify(jsonSchemaOf(given))))).toEqual(given);
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

  it.each([
    ['references', (name: string) => ({ $ref: `#/$defs/${name}` })],
    ['references in allOf', (name: string) => ({ allOf: [{ $ref: `#/$defs/${name}` }] })],
    ['references in anyOf', (name: string) => ({ anyOf: [{ type: 'null' }, { $ref: `#/$defs/${name}` }] })],
    ['references in oneOf', (name: string) => ({ oneOf: [{ $ref: `#/$defs/${name}` }] })],
  ])('refuses a few lines that describe billions of fields by %s', (_name, refer) => {
    const level = (next: number) =>
      next === 12 ? { type: 'string' } : { properties: Object.fromEntries([...'abcdef'].map((name) => [name, refer(`l${next}`)])) };
    const $defs = Object.fromEntries(Array.from({ length: 12 }, (_level, at) => [`l${at}`, level(at + 1)]));
    expect(() => schemaFromJsonSchema({ $defs, ...level(0) })).toThrow(/more than 2000 properties.*import it in parts/);
  });

  it('refuses branches that double at every level', () => {
    const both = (name: string) => ({ allOf: [{ $ref: `#/$defs/${name}` }, { $ref: `#/$defs/${name}` }] });
    const $defs = Object.fromEntries(Array.from({ length: 40 }, (_level, at) => [`l${at}`, both(`l${at + 1}`)]));
    expect(() => schemaFromJsonSchema({ $defs, properties: { a: { $ref: '#/$defs/l0' } } })).toThrow(JsonSchemaError);
  });

  it.each(['type', 'enum', 'required', 'x-countersign-options', 'anyOf', 'oneOf', 'allOf'])(
    'goes through no long list in “%s”, however many fields refer to it',
    (word) => {
      const shape = { properties: { a: { type: 'string' } }, [word]: Array.from({ length: 5_000 }, (_, at) => `t${at}`) };
      const own = word === 'required' ? shape : { [word]: shape[word as keyof typeof shape] };
      const properties = Object.fromEntries(Array.from({ length: 40 }, (_, at) => [`f${at}`, { $ref: '#/$defs/long' }]));
      const seen = { looks: 0 };
      expect(() => schemaFromJsonSchema(counting({ $defs: { long: own }, properties }, seen))).toThrow(JsonSchemaError);
      expect(seen.looks).toBeLessThan(2_000);
    },
  );

  it('looks at no more of any schema than its budget allows, and always answers', () => {
    const names = ['a', 'b', 'c', 'd', '__proto__', '%'];
    const schema = fc.letrec((tie) => ({
      schema: fc.oneof(
        { maxDepth: 4 },
        fc.record({ $ref: fc.constantFrom('#', ...names.map((name) => `#/$defs/${name}`)) }),
        fc.record(
          { type: fc.constantFrom('string', 'array', ['null', 'number'], 7), enum: fc.array(fc.jsonValue()) },
          { requiredKeys: [] },
        ),
        fc.record({ properties: fc.dictionary(fc.constantFrom(...names), tie('schema'), { maxKeys: 6 }) }),
        fc.record({ items: tie('schema'), required: fc.array(fc.constantFrom(...names)) }),
        ...['anyOf', 'oneOf', 'allOf'].map((word) => fc.record({ [word]: fc.array(tie('schema'), { maxLength: 4 }) })),
        fc.jsonValue(),
      ),
    })).schema;
    const root = fc.record({
      $defs: fc.dictionary(fc.constantFrom(...names), schema),
      properties: fc.dictionary(fc.constantFrom(...names), schema),
    });
    fc.assert(
      fc.property(root, (given) => {
        const text = JSON.stringify(given);
        fc.pre(text.length < 64 * 1024);
        const seen = { looks: 0 };
        try {
          schemaFromJsonSchema(counting(JSON.parse(text), seen));
        } catch (error) {
          expect(error).toBeInstanceOf(JsonSchemaError);
        }
        // a step looks up the words that say something of a field, twice at most
        expect(seen.looks).toBeLessThan(2000 * 100);
      }),
      { numRuns: 300 },
    );
  });
});

/** The same JSON, counting each look at one of its members. */
function counting<T>(value: T, seen: { looks: number }): T {
  if (typeof value !== 'object' || value === null) return value;
  const look = <R>(result: R): R => {
    seen.looks += 1;
    return result;
  };
  return new Proxy(value, {
    get: (target, key) => look(counting(Reflect.get(target, key), seen)),
    getOwnPropertyDescriptor: (target, key) => look(Reflect.getOwnPropertyDescriptor(target, key)),
    ownKeys: (target) => look(Reflect.ownKeys(target)),
  });
}
