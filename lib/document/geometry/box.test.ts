import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Box } from '#lib/contract/service/box.ts';
import { areaOf, contains, intersection, iou, shareInside, turnBox, union, unionAll, verticalOverlap } from './box.ts';

const box = fc
  .tuple(...Array.from({ length: 4 }, () => fc.integer({ min: 0, max: 1000 })))
  .map(
    ([a, b, c, d]): Box => [
      Math.min(a!, c!) / 1000,
      Math.min(b!, d!) / 1000,
      Math.max(a!, c!) / 1000 + 0.001,
      Math.max(b!, d!) / 1000 + 0.001,
    ],
  );

describe('boxes', () => {
  it('a union contains both, an intersection lies in both', () => {
    fc.assert(
      fc.property(box, box, (a, b) => {
        const both = union(a, b);
        const shared = intersection(a, b);
        expect(contains(both, a) && contains(both, b)).toBe(true);
        if (shared) expect(contains(a, shared) && contains(b, shared)).toBe(true);
      }),
    );
  });

  it('overlap measures are symmetric, 1 for the same box and 0 for boxes apart', () => {
    fc.assert(fc.property(box, box, (a, b) => void expect(iou(a, b)).toBeCloseTo(iou(b, a), 9)));
    fc.assert(fc.property(box, (a) => void expect(iou(a, a)).toBeCloseTo(1, 9)));
    expect(iou([0, 0, 0.1, 0.1], [0.2, 0.2, 0.3, 0.3])).toBe(0);
    expect(shareInside([0, 0, 0.2, 0.2], [0.1, 0, 1, 1])).toBeCloseTo(0.5, 9);
    expect(verticalOverlap([0, 0, 1, 0.2], [0, 0.1, 1, 0.9])).toBeCloseTo(0.5, 9);
  });

  it('turning keeps the area, four quarter turns bring the box back', () => {
    fc.assert(
      fc.property(box, (a) => {
        const turned = turnBox(a, 90);
        expect(areaOf(turned)).toBeCloseTo(areaOf(a), 9);
        const back = turnBox(turnBox(turnBox(turned, 90), 90), 90);
        for (const index of [0, 1, 2, 3] as const) expect(back[index]).toBeCloseTo(a[index], 9);
      }),
    );
  });

  it('a clockwise turn brings the left edge to the top', () => {
    expect(turnBox([0, 0.4, 0.1, 0.6], 90)).toEqual([0.4, 0, 0.6, 0.1]);
    expect(turnBox([0, 0, 0.1, 0.2], 180)).toEqual([0.9, 0.8, 1, 1]);
  });

  it('a union of nothing is refused', () => {
    expect(() => unionAll([])).toThrow(RangeError);
  });
});
