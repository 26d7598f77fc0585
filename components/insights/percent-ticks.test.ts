import { expect, test } from 'vitest';
import { percentTicks } from './percent-ticks.ts';

test('lines stand at whole per cents at equal distances, with room below the lowest share', () => {
  expect(percentTicks(96)).toEqual([95, 96, 97, 98, 99, 100]);
  expect(percentTicks(95.5)).toEqual([94, 96, 98, 100]);
  expect(percentTicks(71)).toEqual([70, 80, 90, 100]);
  expect(percentTicks(100)).toEqual([99, 100]);
  expect(percentTicks(0)).toEqual([0, 20, 40, 60, 80, 100]);
});
