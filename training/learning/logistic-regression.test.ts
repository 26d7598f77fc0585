import { expect, it } from 'vitest';
import { logisticWeights } from './logistic-regression.ts';
import { createRandom } from './random.ts';

it('finds the weights that outcomes were drawn with', () => {
  const random = createRandom(21);
  const rows = Array.from({ length: 8000 }, () => [1, 4 * random() - 2, Number(random() < 0.5)]);
  const rights = rows.map(([, score = 0, flag = 0]) => random() < 1 / (1 + Math.exp(-(0.5 + 1.5 * score - 2 * flag))));
  const [base = 0, slope = 0, flag = 0] = logisticWeights(rows, rights);
  expect(base).toBeCloseTo(0.5, 0);
  expect(slope).toBeCloseTo(1.5, 0);
  expect(flag).toBeCloseTo(-2, 0);
  expect(Math.abs(slope - 1.5)).toBeLessThan(0.15);
});

it('holds a weight near nothing when few outcomes speak for it', () => {
  const [, slope = 0] = logisticWeights(
    [
      [1, 1],
      [1, -1],
    ],
    [true, false],
  );
  expect(slope).toBeGreaterThan(0);
  expect(slope).toBeLessThan(1);
});

it('gives no weights for no rows', () => {
  expect(logisticWeights([], [])).toEqual([]);
});
