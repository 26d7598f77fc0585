import { expect, it } from 'vitest';
import { MEMORY_FEATURES } from '#lib/extraction/memory/describe-proposal.ts';
import { scoreForest } from '#lib/extraction/scoring/weights.ts';
import { createRandom } from '../learning/random.ts';
import type { MemoryQuestion } from './draw-streams.ts';
import { learnMemory } from './learn-memory.ts';

const vectorOf = (given: Record<string, number>) => Float32Array.from(MEMORY_FEATURES.map((name) => given[name] ?? 0));

/** Questions in which the proposal is right as often as its place matches, and the engine in half of the cases. */
function makeQuestions(set: string, seed: number): MemoryQuestion[] {
  const random = createRandom(seed);
  return Array.from({ length: 300 }, (_, at) => {
    const match = random();
    const isRight = random() < match;
    const options = [
      { isRight: !isRight && random() < 0.5, isEngine: true, isNothing: false, vector: vectorOf({ is_engine: 1, confidence: 0 }) },
      { isRight, isEngine: false, isNothing: false, vector: vectorOf({ place_best: match, likeness_of_place: 1 }) },
    ];
    return { set, document: `${at}`, field: 'x', hasValue: true, options };
  });
}

it('learns that a proposal is worth what its place matches, and calibrates it on sets it did not learn from', () => {
  const { weights, choices } = learnMemory(
    ['a', 'b', 'c'].flatMap((set, at) => makeQuestions(set, at + 1)),
    'test',
    () => undefined,
  );
  const worth = (place: number) => scoreForest(weights.forest, vectorOf({ place_best: place, likeness_of_place: 1 }));
  expect(worth(0.95)).toBeGreaterThan(worth(0.5) + 1);
  expect(worth(0.5)).toBeGreaterThan(worth(0.05) + 1);
  expect(choices).toHaveLength(900);
  for (const [, chance] of weights.calibration) expect(chance).toBeGreaterThan(0);
  expect(weights.calibration.at(-1)?.[1]).toBeGreaterThan(weights.calibration[0]?.[1] ?? 1);
});

it('is deterministic', () => {
  const learn = () => JSON.stringify(learnMemory([...makeQuestions('a', 1), ...makeQuestions('b', 2)], 'test', () => undefined).weights);
  expect(learn()).toBe(learn());
});
