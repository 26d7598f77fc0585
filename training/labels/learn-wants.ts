import type { LabelEmbedder } from '#lib/extraction/labels/embed-label.ts';
import { WANTED_KINDS } from '#lib/extraction/labels/label-model.ts';
import { logisticWeights } from '../learning/logistic-regression.ts';
import { createRandom } from '../learning/random.ts';
import { drawPair } from './draw-pairs.ts';
import type { Side } from './embedding-trainer.ts';
import { kindOfExample } from './kind-of-example.ts';
import type { LabelExample } from './load-label-examples.ts';

/** Fields that are learned from. */
const COUNT = 8000;

const textOf = (side: Side, role: Side[number][0]) => side.find(([name]) => name === role)?.[1] ?? '';

/**
 * Learns what kind of value a field asks for by the meaning of its words: one logistic regression a kind over the vector of the field.
 * What mined fields are of is told by listed words; the vector carries it over to words that nobody listed.
 * @returns by `WANTED_KINDS` base and weights; and the share of the last fifth whose likeliest kind is the listed one
 */
export function learnWants(
  embedder: LabelEmbedder,
  examples: readonly LabelExample[],
  seed: number,
): { weights: number[][]; accuracy: number } {
  const random = createRandom(seed);
  const rows: number[][] = [];
  const kinds: string[] = [];
  for (let tries = 0; rows.length < COUNT && tries < 40 * COUNT; tries++) {
    const example = examples[Math.floor(random() * examples.length)];
    const kind = example && kindOfExample(example);
    // Most fields are of no listed kind: as many as of a listed one are enough.
    if (!example || !kind || (kind === 'text' && random() < 0.7)) continue;
    const pair = drawPair(random, example);
    if (!pair) continue;
    const { asked } = pair;
    const { vector } = embedder.asked({
      name: textOf(asked, 'name'),
      label: textOf(asked, 'label'),
      description: textOf(asked, 'description'),
    });
    rows.push([1, ...vector]);
    kinds.push(kind);
  }
  const cut = Math.floor(0.8 * rows.length);
  const weights = WANTED_KINDS.map((kind) =>
    logisticWeights(
      rows.slice(0, cut),
      kinds.slice(0, cut).map((own) => own === kind),
      3,
    ).map((weight) => Number(weight.toFixed(4))),
  );
  const right = rows.slice(cut).filter((row, at) => {
    const scores = weights.map((line) => line.reduce((sum, weight, i) => sum + weight * (row[i] ?? 0), 0));
    return WANTED_KINDS[scores.indexOf(Math.max(...scores))] === kinds[cut + at];
  });
  return { weights, accuracy: right.length / Math.max(1, rows.length - cut) };
}
