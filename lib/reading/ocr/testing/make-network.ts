import type { Constant } from '../networks/network-graph.ts';
import { countedField, floatField, integerField, type WireField, writeFields } from '../networks/wire-fields.ts';

/** A step of a network that is made for a test. `pads`: on all sides. */
export type MadeNode = {
  operator: string;
  inputs: string[];
  output: string;
  constants: Record<string, Constant>;
  pads?: number;
  group?: number;
  clip?: [least: number, most: number];
};

const FLOAT = 1;
const IR_VERSION = 8;
/** From this version of the operators on, the bounds of `Clip` are inputs. */
const CLIP_INPUTS_VERSION = 11;

/** Writes an ONNX file whose input is `x` and whose output is that of the last step; constants are steps of their own. */
export function makeNetwork(nodes: readonly MadeNode[], { input, version }: { input: number[]; version: number }): Uint8Array {
  const graph = [
    ...nodes.flatMap((node) => [...constantsOf(node, version), toNode(node, version)]).map((node) => countedField(1, writeFields(node))),
    countedField(2, 'made'),
    countedField(11, describe('x', input)),
    countedField(12, describe(nodes.at(-1)!.output, null)),
  ];
  const operators = writeFields([countedField(1, ''), integerField(2, version)]);
  return writeFields([integerField(1, IR_VERSION), countedField(7, writeFields(graph)), countedField(8, operators)]);
}

function toNode(node: MadeNode, version: number): WireField[] {
  const { operator, inputs, output, pads, group, clip } = node;
  const bounds = clip && version >= CLIP_INPUTS_VERSION ? [`${output}.least`, `${output}.most`] : [];
  const attributes = [
    ...(pads === undefined
      ? []
      : [
          attribute(
            'pads',
            Array.from({ length: 4 }, () => integerField(8, pads)),
            7,
          ),
        ]),
    ...(group === undefined ? [] : [attribute('group', [integerField(3, group)], 2)]),
    ...(clip && bounds.length === 0 ? [attribute('min', [floatField(2, clip[0])], 1), attribute('max', [floatField(2, clip[1])], 1)] : []),
  ];
  return [
    ...[...inputs, ...bounds].map((name) => countedField(1, name)),
    countedField(2, output),
    countedField(4, operator),
    ...attributes,
  ];
}

function constantsOf({ constants, clip, output }: MadeNode, version: number): WireField[][] {
  const bound = (value: number): Constant => ({ shape: [], values: Float32Array.of(value) });
  const bounds = clip && version >= CLIP_INPUTS_VERSION ? { [`${output}.least`]: bound(clip[0]), [`${output}.most`]: bound(clip[1]) } : {};
  return Object.entries({ ...constants, ...bounds }).map(([name, { shape, values }]) => {
    const tensor = [...shape.map((side) => integerField(1, side)), integerField(2, FLOAT), countedField(9, new Uint8Array(values.buffer))];
    return [countedField(2, name), countedField(4, 'Constant'), attribute('value', [countedField(5, writeFields(tensor))], 4)];
  });
}

function attribute(name: string, values: WireField[], type: number): WireField {
  return countedField(5, writeFields([countedField(1, name), ...values, integerField(20, type)]));
}

function describe(name: string, shape: number[] | null): Uint8Array {
  const sides = shape?.map((side) => countedField(1, writeFields([integerField(1, side)])));
  const tensor = [integerField(1, FLOAT), ...(sides ? [countedField(2, writeFields(sides))] : [])];
  return writeFields([countedField(1, name), countedField(2, writeFields([countedField(1, writeFields(tensor))]))]);
}
