import { type Field, fieldFormatSchema, fieldNameSchema, type SchemaDraft, schemaDraftSchema } from '#lib/contract/extraction-schema.ts';
import { JSON_SCHEMA_FORMATS } from './json-schema-of.ts';

type JsonSchema = Record<string, unknown>;

/** A JSON Schema that cannot be taken; `pointer` says where (RFC 6901). */
export class JsonSchemaError extends Error {
  override name = 'JsonSchemaError';
  readonly pointer: string;

  constructor(pointer: string, message: string) {
    super(message);
    this.pointer = pointer;
  }
}

const MAX_DEPTH = 20;
const AMOUNT = /(?:^|_)(?:amount|total|subtotal|price|net|gross|cost|fee|balance|sum)(?:_|$)/i;
const PERCENTAGE = /(?:^|_)(?:percent|percentage|rate)(?:_|$)/i;

/**
 * Reads a JSON Schema (draft 4 to 2020-12) of an object as a schema draft. Local `$ref`s are followed; `null` beside a
 * type, and the one real branch of `anyOf`/`oneOf`/`allOf`, count as that type; an array of objects becomes rows; an
 * object inside becomes fields named `outer_inner`. A plain number is taken as money or percentage only by its name.
 * @throws JsonSchemaError
 */
export function schemaFromJsonSchema(json: unknown, fallbackName = 'Imported schema'): SchemaDraft {
  if (!isObject(json)) throw new JsonSchemaError('', 'A JSON Schema is a JSON object.');
  const root = resolve(json, json, '', 0);
  if (!isObject(root.properties)) throw new JsonSchemaError('/properties', 'The JSON Schema must describe an object with properties.');
  const draft = {
    name: textOf(json.title) || textOf(root.title) || fallbackName,
    description: textOf(json.description).slice(0, 2000),
    fields: fieldsOf(root, json, '', '', 0),
    rules: Array.isArray(json['x-countersign-rules']) ? json['x-countersign-rules'] : [],
  };
  const parsed = schemaDraftSchema.safeParse({ ...draft, name: draft.name.slice(0, 120) });
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  throw new JsonSchemaError('/properties', issue?.message ?? 'The JSON Schema has no fields.');
}

function fieldsOf(object: JsonSchema, root: JsonSchema, prefix: string, pointer: string, depth: number): Field[] {
  const required = new Set(Array.isArray(object.required) ? object.required : []);
  return Object.entries(isObject(object.properties) ? object.properties : {}).flatMap(([key, property]) => {
    const at = `${pointer}/properties/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`;
    if (!isObject(property)) throw new JsonSchemaError(at, 'A property must be described by an object.');
    const shape = resolve(property, root, at, depth);
    const name = `${prefix}${toFieldName(key, at)}`;
    if (isObject(shape.properties)) return fieldsOf(shape, root, `${name}_`, at, depth + 1);
    return [fieldOf({ name, shape, root, at, depth, required: required.has(key) })];
  });
}

function fieldOf(of: { name: string; shape: JsonSchema; root: JsonSchema; at: string; depth: number; required: boolean }): Field {
  const { name, shape, root, at, depth, required } = of;
  const own = (word: string) => shape[`x-countersign-${word}`];
  const format = fieldFormatSchema.safeParse(
    own('format') ?? Object.entries(JSON_SCHEMA_FORMATS).find(([, json]) => json === shape.format)?.[0],
  );
  const [minimum, maximum] = [own('minimum') ?? shape.minimum, own('maximum') ?? shape.maximum];
  const base = {
    name,
    label: textOf(shape.title).slice(0, 200),
    description: textOf(shape.description).slice(0, 2000),
    required,
    ...(format.success ? { format: format.data } : {}),
    ...(typeof shape.pattern === 'string' ? { pattern: shape.pattern } : {}),
    ...(typeof minimum === 'number' || typeof minimum === 'string' ? { minimum } : {}),
    ...(typeof maximum === 'number' || typeof maximum === 'string' ? { maximum } : {}),
  };
  if (Array.isArray(shape.enum)) {
    const options = shape.enum.filter((option) => option !== null && option !== '').map(String);
    if (options.length > 0) return { ...base, type: 'enum', enum: options };
  }
  const type = typeOf(shape);
  if (type === 'array') {
    const items = isObject(shape.items) ? resolve(shape.items, root, `${at}/items`, depth + 1) : {};
    if (!isObject(items.properties)) return { ...base, type: 'list' };
    const fields = fieldsOf(items, root, '', `${at}/items`, depth + 1);
    const nested = fields.find((field) => field.type === 'rows');
    if (nested) throw new JsonSchemaError(`${at}/items`, `Rows inside rows are not possible: “${nested.name}” in “${name}”.`);
    return { ...base, type: 'rows', fields: fields as NonNullable<Field['fields']> };
  }
  const options = own('options');
  return { ...base, type: plainType(name, type, shape), ...(Array.isArray(options) ? { enum: options.map(String) } : {}) };
}

function plainType(name: string, type: string, shape: JsonSchema): Field['type'] {
  const own = shape['x-countersign-type'];
  if (own === 'money' || own === 'percentage' || own === 'number') return own;
  if (type === 'boolean') return 'boolean';
  if (type === 'integer') return 'integer';
  if (type === 'number') return PERCENTAGE.test(name) ? 'percentage' : AMOUNT.test(name) ? 'money' : 'number';
  return shape.format === 'date' || shape.format === 'date-time' ? 'date' : 'string';
}

function typeOf(shape: JsonSchema): string {
  const types = (Array.isArray(shape.type) ? shape.type : [shape.type]).filter((type) => type !== 'null');
  return typeof types[0] === 'string' ? types[0] : isObject(shape.items) ? 'array' : 'string';
}

/** Follows `$ref` and takes the one branch that is not `null`. What the referring schema says itself wins. */
function resolve(shape: JsonSchema, root: JsonSchema, at: string, depth: number): JsonSchema {
  if (depth > MAX_DEPTH) throw new JsonSchemaError(at, 'The JSON Schema refers to itself or is nested too deeply.');
  if (typeof shape.$ref === 'string') {
    const { $ref, ...rest } = shape;
    return resolve({ ...lookUp(root, $ref, at), ...rest }, root, at, depth + 1);
  }
  for (const word of ['anyOf', 'oneOf', 'allOf'] as const) {
    const branches = Array.isArray(shape[word]) ? shape[word].filter(isObject).filter((branch) => branch.type !== 'null') : [];
    if (branches.length === 0) continue;
    const { [word]: _all, ...rest } = shape;
    if (word === 'allOf')
      return resolve(Object.assign({}, ...branches.map((branch) => resolve(branch, root, at, depth + 1)), rest), root, at, depth + 1);
    return resolve({ ...resolve(branches[0] as JsonSchema, root, at, depth + 1), ...rest }, root, at, depth + 1);
  }
  return shape;
}

function lookUp(root: JsonSchema, ref: string, at: string): JsonSchema {
  if (!ref.startsWith('#'))
    throw new JsonSchemaError(at, 'References to other documents are not followed; put the definition into this one.');
  const steps = ref.slice(1).split('/').filter(Boolean);
  const found = steps.reduce<unknown>((value, step) => {
    const key = decodeURIComponent(step).replaceAll('~1', '/').replaceAll('~0', '~');
    return isObject(value) && Object.hasOwn(value, key) ? value[key] : undefined;
  }, root);
  if (!isObject(found)) throw new JsonSchemaError(at, `The reference ${ref} leads nowhere.`);
  return found;
}

/** `Invoice No.` → `Invoice_No`, `totalAmount` stays. */
function toFieldName(key: string, at: string): string {
  const name = key
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^A-Za-z0-9_]+/g, '_')
    .replace(/^_+(?=.)|_+$/g, '');
  const fixed = /^[0-9]/.test(name) ? `_${name}` : name;
  if (!fieldNameSchema.safeParse(fixed).success)
    throw new JsonSchemaError(at, `“${key.slice(0, 80)}” cannot be a field name. Use letters, digits and underscores.`);
  return fixed;
}

function isObject(value: unknown): value is JsonSchema {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value.trim() : '';
}
