import { expect, it } from 'vitest';
import { compareLabels } from '#lib/extraction/labels/compare-labels.ts';
import { dot, LabelEmbedder } from '#lib/extraction/labels/embed-label.ts';
import { decodeLabelModel } from '#lib/extraction/labels/label-model.ts';
import { drawLabelQuestions, learnComparison, measureRetrieval } from './learn-comparison.ts';
import { learnLabelVectors } from './learn-label-vectors.ts';
import type { LabelExample } from './load-label-examples.ts';

const FIRST = ['Ulb', 'Tirm', 'Gost', 'Walk', 'Perv', 'Hund', 'Slek', 'Brom', 'Fask', 'Jond', 'Krel', 'Vist'];
const SECOND = ['date', 'number', 'name', 'sum', 'place'];
/** Made-up words and their made-up translations: nothing but learning can bring them together. */
const TRANSLATED = ['tarvo', 'nuxi', 'ommel', 'sekka', 'lugra'];

const concepts: LabelExample[] = FIRST.flatMap((first) =>
  SECOND.map((second, at) => ({
    ...{ source: `source ${first}`, record: first, name: `${first} ${second}`, description: '', heading: '', type: '' },
    labels: { en: [`${first} ${second}`], xx: [`${TRANSLATED[at]} ${first}`] },
  })),
);
const learn = (seed: number) =>
  learnLabelVectors({ files: [concepts, concepts, concepts], rows: 512, dimension: 16, steps: 60, version: 'test', seed, say: () => {} });

it('draws translations together and keeps siblings apart, the same for the same seed', () => {
  const file = learn(1);
  expect(learn(1)).toEqual(file);
  const embedder = new LabelEmbedder(decodeLabelModel(file));
  const near = (a: string, b: string) => dot(embedder.asked({ name: a }).vector, embedder.printed(b).vector);
  for (const [at, second] of SECOND.entries())
    for (const other of TRANSLATED.filter((_, index) => index !== at))
      expect(near(`Ulb ${second}`, `${TRANSLATED[at]} Ulb`)).toBeGreaterThan(near(`Ulb ${second}`, `${other} Ulb`));
}, 60_000);

it('learns a comparison that finds the right label among its siblings', () => {
  const model = decodeLabelModel(learn(2));
  const embedder = new LabelEmbedder(model);
  const questions = drawLabelQuestions(embedder, [concepts], 300, 3);
  model.comparison = learnComparison(questions.slice(0, 200));
  const { first, three } = measureRetrieval(questions.slice(200), (asked, printed) => compareLabels(model, asked, printed).score);
  expect(first).toBeGreaterThan(0.9);
  expect(three).toBeGreaterThanOrEqual(first);
}, 60_000);
