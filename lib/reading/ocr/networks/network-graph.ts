import {
  countedField,
  floatField,
  floatsOf,
  integerField,
  integersOf,
  readFields,
  textsOf,
  type WireField,
  writeFields,
} from './wire-fields.ts';

/**
 * A step of a network: what it reads, what it gives, by name. `operator` is empty when it is none of ONNX's own set; `rest` is what
 * is not looked at.
 */
export type NetworkNode = { operator: string; inputs: string[]; outputs: string[]; attributes: WireField[]; rest?: WireField[] };

/** A tensor of numbers that does not change, row by row. */
export type Constant = { shape: number[]; values: Float32Array };

/** A network as its ONNX file has it. `rest` is what is not looked at. */
export type NetworkGraph = {
  nodes: NetworkNode[];
  /** The constants of 32-bit floats, by name. */
  constants: Map<string, Constant>;
  /** Names of what the network answers. */
  outputs: string[];
  /** Version of the set of operators. */
  version: number;
  rest: { model: WireField[]; graph: WireField[] };
};

// Numbers of the fields, from onnx.proto.
const MODEL = { irVersion: 1, graph: 7, operators: 8 };
const OPERATORS = { domain: 1, version: 2 };
const GRAPH = { node: 1, initializer: 5, output: 12 };
const NODE = { input: 1, output: 2, name: 3, operator: 4, attribute: 5, domain: 7 };
const ATTRIBUTE = { name: 1, float: 2, integer: 3, tensor: 5, integers: 8, type: 20 };
const TENSOR = { shape: 1, type: 2, floats: 4, name: 8, bytes: 9 };
const VALUE_NAME = 1;
const FLOAT = 1;
const ATTRIBUTE_TYPE = { float: 1, integer: 2, graph: 5, integers: 7, graphs: 10 };
/** From this version on constants need not be inputs, too. */
const LEAST_IR_VERSION = 4;

/** Reads an ONNX file. Null when it is too old to be written again, or has graphs within its steps; throws RangeError when it is no ONNX file. */
export function readNetwork(bytes: Uint8Array): NetworkGraph | null {
  const model = readFields(bytes);
  const graphField = model.find(({ number }) => number === MODEL.graph);
  if (!graphField || (integersOf(model, MODEL.irVersion)[0] ?? 0) < LEAST_IR_VERSION) return null;
  const sets = model.filter(({ number }) => number === MODEL.operators).map(({ value }) => readFields(value));
  const set = sets.find((fields) => (textsOf(fields, OPERATORS.domain)[0] ?? '') === '');
  const graph = readFields(graphField.value);
  const nodes = graph.filter(({ number }) => number === GRAPH.node).map(({ value }) => readNode(value));
  if (nodes.some(hasGraph)) return null;
  const constants = new Map<string, Constant>();
  const keep = (name: string | undefined, tensor: Uint8Array | undefined) => {
    const constant = tensor && readTensor(tensor);
    if (name !== undefined && constant) constants.set(name, constant);
  };
  for (const { number, value } of graph) if (number === GRAPH.initializer) keep(textsOf(readFields(value), TENSOR.name)[0], value);
  for (const { operator, outputs, attributes } of nodes) {
    if (operator !== 'Constant') continue;
    keep(outputs[0], readFields(attributes[0]?.value ?? new Uint8Array()).find(({ number }) => number === ATTRIBUTE.tensor)?.value);
  }
  return {
    nodes,
    constants,
    outputs: graph.filter(({ number }) => number === GRAPH.output).flatMap(({ value }) => textsOf(readFields(value), VALUE_NAME)),
    version: integersOf(set ?? [], OPERATORS.version)[0] ?? 0,
    rest: { model: model.filter((field) => field !== graphField), graph: graph.filter(({ number }) => number !== GRAPH.node) },
  };
}

/** Writes the ONNX file of a network. Constants that were not in the one read are added. */
export function writeNetwork({ nodes, constants, rest }: NetworkGraph): Uint8Array {
  const used = new Set(nodes.flatMap(({ inputs }) => inputs));
  const left = nodes.filter(({ operator, outputs }) => operator !== 'Constant' || outputs.some((name) => used.has(name)));
  const known = new Set([
    ...left.flatMap(({ outputs }) => outputs),
    ...rest.graph.filter(({ number }) => number === GRAPH.initializer).flatMap(({ value }) => textsOf(readFields(value), TENSOR.name)),
  ]);
  const added = [...constants].filter(([name]) => used.has(name) && !known.has(name));
  const graph = [
    ...left.map((node) => countedField(GRAPH.node, writeNode(node))),
    ...rest.graph,
    ...added.map(([name, constant]) => countedField(GRAPH.initializer, writeTensor(name, constant))),
  ];
  return writeFields([...rest.model, countedField(MODEL.graph, writeFields(graph))]);
}

/** An attribute of a node. */
export function floatAttribute(name: string, value: number): WireField {
  return attribute(name, [floatField(ATTRIBUTE.float, value)], ATTRIBUTE_TYPE.float);
}

export function integerAttribute(name: string, value: number): WireField {
  return attribute(name, [integerField(ATTRIBUTE.integer, value)], ATTRIBUTE_TYPE.integer);
}

export function integersAttribute(name: string, values: readonly number[]): WireField {
  return attribute(
    name,
    values.map((value) => integerField(ATTRIBUTE.integers, value)),
    ATTRIBUTE_TYPE.integers,
  );
}

/** The float a node states; undefined when it does not. */
export function floatOf(node: NetworkNode, name: string): number | undefined {
  return floatsOf(attributeOf(node, name), ATTRIBUTE.float)[0];
}

/** The whole numbers a node states; none when it does not. */
export function integersAt(node: NetworkNode, name: string): number[] {
  return integersOf(attributeOf(node, name), ATTRIBUTE.integers);
}

function attributeOf({ attributes }: NetworkNode, name: string): WireField[] {
  return attributes.map(({ value }) => readFields(value)).find((fields) => textsOf(fields, ATTRIBUTE.name)[0] === name) ?? [];
}

function attribute(name: string, values: WireField[], type: number): WireField {
  return countedField(NODE.attribute, writeFields([countedField(ATTRIBUTE.name, name), ...values, integerField(ATTRIBUTE.type, type)]));
}

function readNode(bytes: Uint8Array): NetworkNode {
  const fields = readFields(bytes);
  const isOwn = (textsOf(fields, NODE.domain)[0] ?? '') === '';
  const read = new Set([NODE.input, NODE.output, NODE.name, NODE.attribute, ...(isOwn ? [NODE.operator] : [])]);
  return {
    operator: isOwn ? (textsOf(fields, NODE.operator)[0] ?? '') : '',
    inputs: textsOf(fields, NODE.input),
    outputs: textsOf(fields, NODE.output),
    attributes: fields.filter(({ number }) => number === NODE.attribute),
    rest: fields.filter(({ number }) => !read.has(number)),
  };
}

/** A graph within a step reads names of the one around it, which are not followed there. */
function hasGraph({ attributes }: NetworkNode): boolean {
  const types = attributes.flatMap(({ value }) => integersOf(readFields(value), ATTRIBUTE.type));
  return types.includes(ATTRIBUTE_TYPE.graph) || types.includes(ATTRIBUTE_TYPE.graphs);
}

function writeNode({ operator, inputs, outputs, attributes, rest = [] }: NetworkNode): Uint8Array {
  return writeFields([
    ...inputs.map((name) => countedField(NODE.input, name)),
    ...outputs.map((name) => countedField(NODE.output, name)),
    countedField(NODE.name, outputs[0] ?? ''),
    ...(operator === '' ? [] : [countedField(NODE.operator, operator)]),
    ...attributes,
    ...rest,
  ]);
}

/** Null for tensors of other numbers. */
function readTensor(bytes: Uint8Array): Constant | null {
  const fields = readFields(bytes);
  if (integersOf(fields, TENSOR.type)[0] !== FLOAT) return null;
  const [shape, stored] = [integersOf(fields, TENSOR.shape), floatsOf(fields, TENSOR.bytes)];
  return { shape, values: stored.length > 0 ? stored : floatsOf(fields, TENSOR.floats) };
}

function writeTensor(name: string, { shape, values }: Constant): Uint8Array {
  return writeFields([
    ...shape.map((side) => integerField(TENSOR.shape, side)),
    integerField(TENSOR.type, FLOAT),
    countedField(TENSOR.name, name),
    countedField(TENSOR.bytes, new Uint8Array(values.buffer, values.byteOffset, values.byteLength)),
  ]);
}
