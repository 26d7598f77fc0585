import { expect, it } from 'vitest';
import { LabelEmbedder } from '#lib/extraction/labels/embed-label.ts';
import { decodeLabelModel } from '#lib/extraction/labels/label-model.ts';
import { learnLabelVectors } from './learn-label-vectors.ts';
import { learnLabelness } from './learn-labelness.ts';
import { learnWants } from './learn-wants.ts';
import type { LabelExample } from './load-label-examples.ts';

const THINGS = ['permit', 'claim', 'vessel', 'policy', 'sample', 'parcel', 'route', 'grant', 'meter', 'ticket', 'loan', 'event'];
const ENDS = ['date', 'number', 'amount', 'city', 'email', 'owner'];
const examples: LabelExample[] = THINGS.flatMap((thing) =>
  ENDS.map((end) => ({
    ...{ source: `source ${thing}`, record: thing, name: `${thing}_${end}`, heading: '', type: '' },
    description: `The ${end} of the ${thing}`,
    labels: { en: [`${thing} ${end}`] },
  })),
);
const embedder = new LabelEmbedder(
  decodeLabelModel(
    learnLabelVectors({
      files: [examples, examples, examples],
      rows: 2048,
      dimension: 16,
      steps: 60,
      version: 'test',
      seed: 1,
      say: () => {},
    }),
  ),
);

it('tells labels from values that it was not learned from, the same for the same seed', () => {
  const { weights, accuracy } = learnLabelness(embedder, examples, [], 4);
  expect(accuracy).toBeGreaterThan(0.85);
  expect(learnLabelness(embedder, examples, [], 4).weights).toEqual(weights);
  embedder.model.labelness = weights;
  expect(embedder.labelness('Claim number')).toBeGreaterThan(embedder.labelness('14 Larch Lane'));
  expect(embedder.labelness('…')).toBe(0);
}, 60_000);

it('tells what a field asks for by its words, also of a thing that it never saw', () => {
  const known = examples.filter(({ record }) => record !== 'route');
  const { weights, accuracy } = learnWants(embedder, known, 4);
  expect(accuracy).toBeGreaterThan(0.8);
  embedder.model.wants = weights;
  const wants = embedder.wants(embedder.asked({ name: 'route_date' }));
  expect(wants[8]).toBe(Math.max(...wants));
}, 60_000);
