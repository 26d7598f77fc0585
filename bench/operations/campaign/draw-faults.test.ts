import { expect, test } from 'vitest';
import { drawFaults } from './draw-faults.ts';

test('the same seed draws the same faults, another one others', () => {
  expect(drawFaults(50, 7)).toEqual(drawFaults(50, 7));
  expect(drawFaults(50, 7)).not.toEqual(drawFaults(50, 8));
  expect(drawFaults(20, 7)).toEqual(drawFaults(50, 7).slice(0, 20));
});

test('300 faults have every kind, and none that is left out', () => {
  const kinds = (leftOut: Parameters<typeof drawFaults>[2]) => new Set(drawFaults(300, 1, leftOut).map(({ kind }) => kind));
  expect(kinds(new Set()).size).toBe(14);
  expect([...kinds(new Set(['disk full']))]).not.toContain('disk full');
});
