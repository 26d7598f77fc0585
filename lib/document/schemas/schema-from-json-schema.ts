import {
  type Field,
  fieldFormatSchema,
  fieldNameSchema,
  type SchemaDraft,
  schemaDraftSchema,
} from '#lib/contract/service/extraction-schema.ts';
import { formatPointer } from '../values/pointer.ts';
import { JSON_SCHEMA_FORMATS } from './json-schema-of.ts';
import { isObject, type JsonSchema, JsonSchemaError, SchemaReader } from './json-schema-reader.ts';

/** Entries of a list (options, required names, types) that a field can use. */
const LONGEST_LIST = 500;
const LONGEST_NAME = 200;
const PERCENTAGE = /(?:^|_)(?:percent|percentage|rate)(?:_|$)/i;
const AMOUNT = /(?:^|_)(?:amount|total|subtotal|price|net|gross|cost|fee|balance|sum)(?:_|$)/i;

/**
 * Reads a JSON Schema (draft 4 to 2020-12) of an object as a schema draft. Local `$ref`s are followed; `null` beside a
 * type, and the one real branch of `anyOf`/`oneOf`/`allOf`, count as that type; an array of objects becomes rows; an
 * object inside becomes fields named `outer_inner`. A plain number is taken as money or percentage only by its name.
 * What is read is bounded (`SchemaReader`): a small schema can describe a huge one by references.
 * @throws JsonSchemaError
 */
export function schemaFromJsonSchema(json: unknown, fallbackName = 'Imported schema'): SchemaDraft {
  if (!isObject(json)) throw new JsonSchemaError('', 'A JSON Schema is a JSON object.');
  const reader = new SchemaReader(json);
  const root = reader.resolve(json, '', 0);
  if (!isObject(root.properties)) throw new JsonSchemaError('/properties', 'The JSON Schema must describe an object with properties.');
  const draft = {
    name: textOf(json.title, 120) || textOf(root.title, 120) || fallbackName,
    description: textOf(json.description, 2000),
    fields: fieldsOf(reader, root, '', '', 0),
    rules: Array.isArray(json['x-countersign-rules']) ? json['x-countersign-rules'] : [],
  };
  const parsed = schemaDraftSchema.safeParse(draft);
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  throw new JsonSchemaError('/properties', issue?.message ?? 'The JSON Schema has no fields.');
}

function fieldsOf(reader: SchemaReader, object: JsonSchema, prefix: string, pointer: string, depth: number): Field[] {
  const required = new Set(listOf(object, 'required', pointer));
  const names = Object.keys(isObject(object.properties) ? object.properties : {});
  reader.spend(names.length, `${pointer}/properties`);
  return names.flatMap((key) => {
    const property = (object.properties as JsonSchema)[key];
    if (key.length > LONGEST_NAME) throw new JsonSchemaError(`${pointer}/properties`, cannotBeNamed(key));
    const at = `${pointer}${formatPointer('properties', key)}`;
    if (!isObject(property)) throw new JsonSchemaError(at, 'A property must be described by an object.');
    const shape = reader.resolve(property, at, depth);
    const name = `${prefix}${toFieldName(key, at)}`;
    if (isObject(shape.properties)) return fieldsOf(reader, shape, `${name}_`, at, depth + 1);
    return [fieldOf(reader, { name, shape, at, depth, required: required.has(key) })];
  });
}

function fieldOf(reader: SchemaReader, of: { name: string; shape: JsonSchema; at: string; depth: number; required: boolean }): Field {
  const { name, shape, at, depth, required } = of;
  const own = (word: string) => shape[`x-countersign-${word}`];
  const format = fieldFormatSchema.safeParse(
    own('format') ?? Object.entries(JSON_SCHEMA_FORMATS).find(([, json]) => json === shape.format)?.[0],
  );
  const [minimum, maximum] = [own('minimum') ?? shape.minimum, own('maximum') ?? shape.maximum];
  const base = {
    name,
    label: textOf(shape.title, 200),
    description: textOf(shape.description, 2000),
    required,
    ...(format.success ? { format: format.data } : {}),
    ...(typeof shape.pattern === 'string' ? { pattern: shape.pattern } : {}),
    ...(typeof minimum === 'number' || typeof minimum === 'string' ? { minimum } : {}),
    ...(typeof maximum === 'number' || typeof maximum === 'string' ? { maximum } : {}),
  };
  const choices = listOf(shape, 'enum', at)
    .filter((option) => ['string', 'number', 'boolean'].includes(typeof option) && option !== '')
    .map(String);
  if (choices.length > 0) return { ...base, type: 'enum', enum: choices };
  const type = typeOf(shape, at);
  if (type === 'array') {
    const items = isObject(shape.items) ? reader.resolve(shape.items, `${at}/items`, depth + 1) : {};
    if (!isObject(items.properties)) return { ...base, type: 'list' };
    const fields = fieldsOf(reader, items, '', `${at}/items`, depth + 1);
    const nested = fields.find((field) => field.type === 'rows');
    if (nested) throw new JsonSchemaError(`${at}/items`, `Rows inside rows are not possible: “${nested.name}” in “${name}”.`);
    return { ...base, type: 'rows', fields: fields as NonNullable<Field['fields']> };
  }
  const options = listOf(shape, 'x-countersign-options', at);
  return { ...base, type: plainType(name, type, shape), ...(options.length > 0 ? { enum: options.map(String) } : {}) };
}

function plainType(name: string, type: string, shape: JsonSchema): Field['type'] {
  const own = shape['x-countersign-type'];
  if (own === 'money' || own === 'percentage' || own === 'number') return own;
  if (type === 'boolean') return 'boolean';
  if (type === 'integer') return 'integer';
  if (type === 'number') return PERCENTAGE.test(name) ? 'percentage' : AMOUNT.test(name) ? 'money' : 'number';
  return shape.format === 'date' || shape.format === 'date-time' ? 'date' : 'string';
}

function typeOf(shape: JsonSchema, at: string): string {
  const types = (Array.isArray(shape.type) ? listOf(shape, 'type', at) : [shape.type]).filter((type) => type !== 'null');
  return typeof types[0] === 'string' ? types[0] : isObject(shape.items) ? 'array' : 'string';
}

/** `Invoice No.` → `Invoice_No`, `totalAmount` stays. */
function toFieldName(key: string, at: string): string {
  if (fieldNameSchema.safeParse(key).success) return key;
  const name = key
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^A-Za-z0-9_]+/g, '_')
    .replace(/^_+(?=.)|_+$/g, '');
  const fixed = /^[0-9]/.test(name) ? `_${name}` : name;
  if (!fieldNameSchema.safeParse(fixed).success) throw new JsonSchemaError(at, cannotBeNamed(key));
  return fixed;
}

function cannotBeNamed(key: string): string {
  return `“${key.slice(0, 80)}” cannot be a field name. Use at most 64 letters, digits and underscores.`;
}

/** A list of the schema, which may not be longer than anything a field can use. */
function listOf(shape: JsonSchema, word: string, at: string): unknown[] {
  const list = shape[word];
  if (!Array.isArray(list)) return [];
  if (list.length > LONGEST_LIST)
    throw new JsonSchemaError(`${at}/${word}`, `A list here may have ${LONGEST_LIST} entries; this one has ${list.length}.`);
  return list;
}

function textOf(value: unknown, longest: number): string {
  return typeof value === 'string'
    ? value
        .slice(0, 2 * longest)
        .trim()
        .slice(0, longest)
    : '';
}
