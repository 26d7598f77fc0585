import { expect, it } from 'vitest';
import { auroc, calibrationError } from './metrics.ts';

const pairs = (...list: [confidence: number, right: boolean][]) => list.map(([confidence, right]) => ({ confidence, right }));

it('gives an area of 1 when every right value is surer than every wrong one, 0 the other way round, and a half for a tie', () => {
  expect(auroc(pairs([0.9, true], [0.8, true], [0.2, false]))).toBe(1);
  expect(auroc(pairs([0.1, true], [0.8, false]))).toBe(0);
  expect(auroc(pairs([0.5, true], [0.5, false]))).toBe(0.5);
  expect(auroc(pairs([0.5, true]))).toBeNaN();
});

it('gives the gap between confidence and share of right values, weighed by count', () => {
  expect(calibrationError(pairs([0.75, true], [0.75, true], [0.75, true], [0.75, false]))).toBe(0);
  expect(calibrationError(pairs([0.9, false], [0.9, false], [0.1, false], [0.1, false]))).toBeCloseTo(0.5, 9);
  expect(calibrationError([])).toBe(0);
});
