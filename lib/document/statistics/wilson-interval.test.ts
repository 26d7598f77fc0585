import { expect, it } from 'vitest';
import { wilsonInterval } from './wilson-interval.ts';

it('has the bounds of the score interval', () => {
  const { low, high } = wilsonInterval(40, 100);
  expect(low).toBeCloseTo(0.3094, 4);
  expect(high).toBeCloseTo(0.498, 4);
});

it('begins at exactly 0 where nothing was hit and ends at exactly 1 where all was, however many there were', () => {
  for (let total = 1; total <= 2000; total += 1) {
    expect(wilsonInterval(0, total).low).toBe(0);
    expect(wilsonInterval(total, total).high).toBe(1);
  }
});

it('is everything without observations', () => {
  expect(wilsonInterval(0, 0)).toEqual({ low: 0, high: 1 });
});
