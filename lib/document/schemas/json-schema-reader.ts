export type JsonSchema = Record<string, unknown>;

/** A JSON Schema that cannot be taken; `pointer` says where (RFC 6901). */
export class JsonSchemaError extends Error {
  override name = 'JsonSchemaError';
  readonly pointer: string;

  constructor(pointer: string, message: string) {
    super(message);
    this.pointer = pointer;
  }
}

/** Properties, references and branches that are read of one JSON Schema, each as often as it is reached. */
const MOST_STEPS = 2000;
const MOST_DEPTH = 20;
const LONGEST_REFERENCE = 500;
/** What says something of a field. A schema's other words are never copied, so that a step costs the same however long it is. */
const WORDS = [
  ...['$ref', 'anyOf', 'oneOf', 'allOf', 'type', 'format', 'properties', 'required', 'items', 'enum', 'title', 'description', 'pattern'],
  ...['minimum', 'maximum'],
  ...['type', 'format', 'minimum', 'maximum', 'options'].map((word) => `x-countersign-${word}`),
];

/** Reads the parts of one JSON Schema within a budget of steps. */
export class SchemaReader {
  readonly #root: JsonSchema;
  #steps = 0;

  constructor(root: JsonSchema) {
    this.#root = root;
  }

  /** Takes steps of the budget. @throws JsonSchemaError when it is spent */
  spend(steps: number, at: string): void {
    this.#steps += steps;
    if (this.#steps > MOST_STEPS)
      throw new JsonSchemaError(
        at,
        `With its references written out, the JSON Schema has more than ${MOST_STEPS} properties, references and branches. Leave out what is not to be extracted, or import it in parts.`,
      );
  }

  /**
   * Follows `$ref` and takes the one branch that is not `null`. What the referring schema says itself wins.
   * @param at JSON Pointer of the shape, for errors
   * @throws JsonSchemaError
   */
  resolve(shape: JsonSchema, at: string, depth: number): JsonSchema {
    if (depth > MOST_DEPTH)
      throw new JsonSchemaError(
        at,
        `The JSON Schema refers to itself or is nested more than ${MOST_DEPTH} levels deep. Write the part that is needed without the circular reference.`,
      );
    if (typeof shape.$ref === 'string') {
      this.spend(1, at);
      const { $ref, ...rest } = wordsOf(shape);
      return this.resolve({ ...wordsOf(this.#lookUp($ref as string, at)), ...rest }, at, depth + 1);
    }
    for (const word of ['anyOf', 'oneOf', 'allOf'] as const) {
      const branches = this.#branches(shape[word], `${at}/${word}`);
      if (branches.length === 0) continue;
      const { [word]: _all, ...rest } = wordsOf(shape);
      const taken = word === 'allOf' ? branches : branches.slice(0, 1);
      const resolved = taken.map((branch) => wordsOf(this.resolve(branch, at, depth + 1)));
      return this.resolve(Object.assign({}, ...resolved, rest), at, depth + 1);
    }
    return shape;
  }

  #branches(list: unknown, at: string): JsonSchema[] {
    if (!Array.isArray(list)) return [];
    this.spend(list.length, at);
    return list.filter(isObject).filter((branch) => branch.type !== 'null');
  }

  #lookUp(reference: string, at: string): JsonSchema {
    const told = reference.slice(0, 80);
    if (!reference.startsWith('#'))
      throw new JsonSchemaError(at, 'References to other documents are not followed; put the definition into this one.');
    if (reference.length > LONGEST_REFERENCE) throw new JsonSchemaError(at, `The reference ${told}… is too long.`);
    const steps = reference.slice(1).split('/').filter(Boolean);
    const found = steps.reduce<unknown>((value, step) => {
      const key = decodeStep(step);
      return typeof value === 'object' && value !== null && Object.hasOwn(value, key) ? (value as JsonSchema)[key] : undefined;
    }, this.#root);
    if (!isObject(found)) throw new JsonSchemaError(at, `The reference ${told} cannot be resolved.`);
    return found;
  }
}

export function isObject(value: unknown): value is JsonSchema {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function wordsOf(shape: JsonSchema): JsonSchema {
  return Object.fromEntries(WORDS.filter((word) => Object.hasOwn(shape, word)).map((word) => [word, shape[word]]));
}

/** A step of a reference: percent-encoded (RFC 3986), then escaped (RFC 6901). */
function decodeStep(step: string): string {
  let key = step;
  try {
    key = decodeURIComponent(step);
  } catch {
    // a percent sign that begins no escape stands for itself
  }
  return key.replaceAll('~1', '/').replaceAll('~0', '~');
}
