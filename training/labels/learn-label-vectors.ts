import { LABEL_PARTS, LABEL_ROLES, type LabelModelFile, type LabelRole, WEIGHT_STEP } from '#lib/extraction/labels/label-model.ts';
import { createRandom } from '../learning/random.ts';
import { drawPair, ExampleDrawer, type LabelPair } from './draw-pairs.ts';
import { EmbeddingTrainer } from './embedding-trainer.ts';
import type { LabelExample } from './load-label-examples.ts';

export type LabelTraining = {
  /** Examples by file; each file gives its share of every batch. */
  files: readonly (readonly LabelExample[])[];
  rows: number;
  dimension: number;
  steps: number;
  version: string;
  seed: number;
  say: (text: string) => void;
};

/** Pairs of a batch, siblings that come together, and shares of the files: concepts, fields of models, fields of forms. */
const [BATCH, SIBLINGS] = [256, 4];
const SHARES = [0.45, 0.4, 0.15];
/** Rate at the start; it falls to a twentieth in a straight line. */
const RATE = 0.06;

/** Learns the vectors; the comparison is learned afterwards, on examples kept apart. */
export function learnLabelVectors({ files, rows, dimension, steps, version, seed, say }: LabelTraining): LabelModelFile {
  const random = createRandom(seed);
  const trainer = new EmbeddingTrainer(rows, dimension, seed + 1);
  const drawers = files.map((examples) => (examples.length > 0 ? new ExampleDrawer(examples) : null));
  let sum = 0;
  for (let step = 0; step < steps; step++) {
    const pairs = drawBatch(random, drawers);
    const same = (a: number, b: number) => pairs[a]?.said === pairs[b]?.said;
    sum += trainer.step(
      pairs.map(({ asked, printed }) => [asked, printed]),
      same,
      RATE * (1 - (0.95 * step) / steps),
    );
    if ((step + 1) % 500 === 0) {
      say(`step ${step + 1} of ${steps}, loss ${(sum / 500).toFixed(3)}`);
      sum = 0;
    }
  }
  return encode(trainer, version);
}

function drawBatch(random: () => number, drawers: readonly (ExampleDrawer | null)[]): LabelPair[] {
  const pairs: LabelPair[] = [];
  while (pairs.length < BATCH) {
    let left = random();
    const at = SHARES.findIndex((share) => {
      left -= share;
      return left < 0;
    });
    const siblings = drawers[at]?.drawSiblings(random, SIBLINGS) ?? [];
    for (const example of siblings) {
      const pair = pairs.length < BATCH ? drawPair(random, example) : null;
      if (pair) pairs.push(pair);
    }
  }
  return pairs;
}

function encode({ table, weights, roles, rows, dimension }: EmbeddingTrainer, version: string): LabelModelFile {
  const bytes = new Int8Array(rows * dimension);
  const scales = new DataView(new ArrayBuffer(rows * 4));
  for (let row = 0; row < rows; row++) {
    const line = table.subarray(row * dimension, (row + 1) * dimension);
    const most = line.reduce((largest, value) => Math.max(largest, Math.abs(value)), 0);
    scales.setFloat32(row * 4, most, true);
    line.forEach((value, at) => {
      bytes[row * dimension + at] = most > 0 ? Math.round((value / most) * 127) : 0;
    });
  }
  const base64 = (data: ArrayBufferLike) => Buffer.from(new Uint8Array(data)).toString('base64');
  return {
    ...{ version, dimension, rows },
    table: base64(bytes.buffer),
    scales: base64(scales.buffer),
    weights: base64(Int8Array.from(weights, (weight) => Math.max(-127, Math.min(127, Math.round(weight / WEIGHT_STEP)))).buffer),
    roles: Object.fromEntries(LABEL_ROLES.map((role, at) => [role, Number((roles[at] ?? 0).toFixed(4))])) as Record<LabelRole, number>,
    parts: [...LABEL_PARTS],
    comparison: { base: 0, weights: LABEL_PARTS.map(() => 0) },
    labelness: [],
    wants: [],
  };
}
