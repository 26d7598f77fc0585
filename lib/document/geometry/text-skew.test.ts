import { describe, expect, test } from 'vitest';
import type { Box } from '#lib/contract/service/box.ts';
import { findSkew } from './text-skew.ts';

/** Words as boxes, in points: labels and values in columns, each a word of its own, on rows that fall by `slope`. */
function form(slope: number, pitch = 20): Box[] {
  const columns = [56, 180, 360, 470];
  return Array.from({ length: 7 }, (_, row) =>
    columns.slice(0, row < 3 ? 2 : 4).map((x, column): Box => {
      // letters with and without tails move the middle of a word a little
      const top = 150 + row * pitch + slope * x + ((row * 3 + column * 5) % 4) * 0.4;
      return [x, top, x + 40 + ((row + column) % 3) * 9, top + 11];
    }),
  ).flat();
}

describe('findSkew', () => {
  test.each([0.035, -0.035, 0.02, -0.06])('the slant of a form of single words is found: %f', (slope) => {
    expect(Math.abs(findSkew(form(slope)) - slope)).toBeLessThan(0.006);
  });

  test.each([14, 20, 24, 30])('a level form of rows %i points apart is level', (pitch) => {
    expect(findSkew(form(0, pitch))).toBe(0);
  });

  test('a few words tell no slant', () => {
    expect(findSkew(form(0.035).slice(0, 6))).toBe(0);
  });
});
