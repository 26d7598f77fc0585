import {
  type Constant,
  floatAttribute,
  floatOf,
  integerAttribute,
  integersAt,
  integersAttribute,
  type NetworkGraph,
  type NetworkNode,
  readNetwork,
  writeNetwork,
} from './network-graph.ts';

/** From this version of the operators on, the bounds of `Clip` are inputs. */
const CLIP_INPUTS_VERSION = 11;
/** x · clip(x + 3, 0, 6) / 6. Source: Howard et al., Searching for MobileNetV3 (2019). */
const SWISH = { shift: 3, most: 6, slope: 1 / 6, offset: 0.5 };

/** A number times `scale`, plus `shift`. */
type Affine = { scale: number; shift: number };

/**
 * Writes an ONNX network anew with the same answers and fewer steps. The networks of PP-OCR were saved with the multiplications
 * and additions of training apart, each a walk through memory, which take half of the time. Such by one number after a
 * convolution go into its weights; the six steps of a hard swish become two, which the runtime joins with the convolution; the
 * multiplication and addition after it go into the weights of the next convolution, or into one of 1 × 1 in each channel, which
 * keeps the runtime's layout of memory. What is not built like that stays as it is.
 */
export function foldNetwork(bytes: Uint8Array): Uint8Array {
  const network = readNetwork(bytes);
  if (!network) return bytes;
  const folding = new Folding(network);
  folding.foldConvolutions();
  folding.foldSwishes();
  return writeNetwork(network);
}

class Folding {
  readonly #network: NetworkGraph;
  #users = new Map<string, NetworkNode[]>();
  #made = 0;

  constructor(network: NetworkGraph) {
    this.#network = network;
    this.#findUsers();
  }

  foldConvolutions(): void {
    const gone = new Set<NetworkNode>();
    for (const node of this.#network.nodes) {
      const weights = this.#weightsOf(node);
      if (!weights) continue;
      const { affine, steps } = this.#affineAfter(node.outputs[0]!);
      if (steps.length === 0) continue;
      for (const step of steps) gone.add(step);
      const bias = this.#biasOf(node, weights).map((value) => value * affine.scale + affine.shift);
      this.#setWeights(node, { ...weights, values: weights.values.map((value) => value * affine.scale) }, bias);
      node.outputs = [steps.at(-1)!.outputs[0]!];
    }
    this.#replace(gone, new Map());
  }

  foldSwishes(): void {
    const gone = new Set<NetworkNode>();
    const added = new Map<NetworkNode, NetworkNode[]>();
    const channelsOf = new Map(this.#network.nodes.map((node) => [node.outputs[0]!, this.#channelsOf(node)]));
    for (const first of this.#network.nodes) {
      const swish = this.#swishFrom(first);
      const channels = channelsOf.get(swish?.input ?? '') ?? 0;
      if (!swish || channels === 0) continue;
      const { affine, steps } = this.#affineAfter(swish.steps.at(-1)!.outputs[0]!);
      const all = [...swish.steps, ...steps];
      const last = all.at(-1)!;
      for (const step of all) gone.add(step);
      added.set(last, this.#writeSwish(swish.input, last.outputs[0]!, steps.length > 0 ? affine : null, channels));
    }
    this.#replace(gone, added);
  }

  /** The hard swish that begins with an addition of 3. */
  #swishFrom(add: NetworkNode): { input: string; steps: NetworkNode[] } | null {
    const [input] = add.inputs;
    if (add.operator !== 'Add' || input === undefined || this.#numberIn(add, input) !== SWISH.shift) return null;
    const clip = this.#onlyUser(add.outputs[0]!, 'Clip');
    if (!clip || !this.#isSwishClip(clip)) return null;
    const multiply = this.#onlyUser(clip.outputs[0]!, 'Mul');
    if (!multiply?.inputs.includes(input)) return null;
    const divide = this.#onlyUser(multiply.outputs[0]!, 'Div');
    if (!divide || divide.inputs[0] !== multiply.outputs[0] || this.#number(divide.inputs[1]) !== SWISH.most) return null;
    return { input, steps: [add, clip, multiply, divide] };
  }

  #isSwishClip(clip: NetworkNode): boolean {
    const byInput = this.#network.version >= CLIP_INPUTS_VERSION;
    const [least, most] = byInput ? clip.inputs.slice(1).map((name) => this.#number(name)) : [floatOf(clip, 'min'), floatOf(clip, 'max')];
    return least === 0 && most === SWISH.most;
  }

  #writeSwish(input: string, output: string, affine: Affine | null, channels: number): NetworkNode[] {
    const gate = `${output}.gate`;
    const attributes = [floatAttribute('alpha', SWISH.slope), floatAttribute('beta', SWISH.offset)];
    const swish = (name: string) => [
      { operator: 'HardSigmoid', inputs: [input], outputs: [gate], attributes },
      { operator: 'Mul', inputs: [input, gate], outputs: [name], attributes: [] },
    ];
    if (!affine || this.#takeBefore(output, channels, affine)) return swish(output);
    const plain = `${output}.plain`;
    const perChannel = (value: number, shape: number[]) => this.#add({ shape, values: new Float32Array(channels).fill(value) });
    const scaled: NetworkNode = {
      operator: 'Conv',
      inputs: [plain, perChannel(affine.scale, [channels, 1, 1, 1]), perChannel(affine.shift, [channels])],
      outputs: [output],
      attributes: [integerAttribute('group', channels), integersAttribute('kernel_shape', [1, 1])],
    };
    return [...swish(plain), scaled];
  }

  /** Puts what was done to a tensor into the weights of all that read it; false when one is not a convolution of 1 × 1 over all channels. */
  #takeBefore(name: string, channels: number, { scale, shift }: Affine): boolean {
    const users = this.#users.get(name) ?? [];
    const isPadded = (node: NetworkNode) => integersAt(node, 'pads').some((side) => side !== 0);
    const isPointwise = (node: NetworkNode) => {
      const shape = this.#weightsOf(node)?.shape;
      return node.inputs[0] === name && shape?.[1] === channels && shape.slice(2).every((side) => side === 1) && !isPadded(node);
    };
    if (users.length === 0 || this.#network.outputs.includes(name) || !users.every(isPointwise)) return false;
    for (const node of users) {
      const weights = this.#weightsOf(node)!;
      const bias = this.#biasOf(node, weights).map((value, index) => {
        const row = weights.values.subarray(index * channels, (index + 1) * channels);
        return value + shift * row.reduce((sum, weight) => sum + weight, 0);
      });
      this.#setWeights(node, { ...weights, values: weights.values.map((value) => value * scale) }, bias);
    }
    return true;
  }

  /** The multiplications and additions by one number that follow, each the only reader of what is before it. */
  #affineAfter(name: string): { affine: Affine; steps: NetworkNode[] } {
    const affine = { scale: 1, shift: 0 };
    const steps: NetworkNode[] = [];
    for (let output = name; ; output = steps.at(-1)!.outputs[0]!) {
      const next = this.#onlyUser(output, 'Mul') ?? this.#onlyUser(output, 'Add');
      const value = next && this.#numberIn(next, output);
      if (!next || value === undefined) return { affine, steps };
      if (next.operator === 'Mul') Object.assign(affine, { scale: affine.scale * value, shift: affine.shift * value });
      else affine.shift += value;
      steps.push(next);
    }
  }

  /** The weights of a convolution, when they and its bias are constants. */
  #weightsOf({ operator, inputs }: NetworkNode): Constant | undefined {
    const { constants } = this.#network;
    if (operator !== 'Conv' || (inputs[2] !== undefined && !constants.has(inputs[2]))) return undefined;
    return constants.get(inputs[1]!);
  }

  /** How many channels a convolution over two sides gives; 0 of everything else. */
  #channelsOf(node: NetworkNode): number {
    const shape = this.#weightsOf(node)?.shape ?? [];
    return shape.length === 4 ? shape[0]! : 0;
  }

  #biasOf({ inputs }: NetworkNode, { shape }: Constant): Float32Array {
    return this.#network.constants.get(inputs[2] ?? '')?.values ?? new Float32Array(shape[0]!);
  }

  #setWeights(node: NetworkNode, weights: Constant, bias: Float32Array): void {
    node.inputs = [node.inputs[0]!, this.#add(weights), this.#add({ shape: [bias.length], values: bias })];
  }

  #add(constant: Constant): string {
    const name = `folded.${this.#made++}`;
    this.#network.constants.set(name, constant);
    return name;
  }

  #number(name: string | undefined): number | undefined {
    const constant = this.#network.constants.get(name ?? '');
    // more sides would give what it is added to more sides
    return constant && constant.values.length === 1 && constant.shape.length <= 1 ? constant.values[0] : undefined;
  }

  /** The number beside an input of a node of two. */
  #numberIn({ inputs }: NetworkNode, name: string): number | undefined {
    return this.#number(inputs[0] === name ? inputs[1] : inputs[0]);
  }

  #onlyUser(name: string, operator: string): NetworkNode | undefined {
    const users = this.#users.get(name) ?? [];
    return users.length === 1 && users[0]!.operator === operator && !this.#network.outputs.includes(name) ? users[0] : undefined;
  }

  /** Takes nodes out and puts others where some of them stood. */
  #replace(gone: ReadonlySet<NetworkNode>, added: ReadonlyMap<NetworkNode, NetworkNode[]>): void {
    this.#network.nodes = this.#network.nodes.flatMap((node) => added.get(node) ?? (gone.has(node) ? [] : [node]));
    this.#findUsers();
  }

  #findUsers(): void {
    this.#users = new Map();
    for (const node of this.#network.nodes) {
      for (const name of new Set(node.inputs)) this.#users.set(name, [...(this.#users.get(name) ?? []), node]);
    }
  }
}
