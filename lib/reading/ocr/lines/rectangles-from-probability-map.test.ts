import { describe, expect, it } from 'vitest';
import { corners, smallestRectangle } from './line-rectangle.ts';
import { rectanglesFromProbabilityMap } from './rectangles-from-probability-map.ts';

const [WIDTH, HEIGHT] = [200, 120];

/** A map with the given turned bars `[x, y, width, height, degrees, probability]`. */
function mapWith(...bars: [number, number, number, number, number, number][]) {
  const values = new Float32Array(WIDTH * HEIGHT);
  for (const [cx, cy, width, height, degrees, probability] of bars) {
    const [cos, sin] = [Math.cos((degrees * Math.PI) / 180), Math.sin((degrees * Math.PI) / 180)];
    for (let at = 0; at < values.length; at++) {
      const [dx, dy] = [(at % WIDTH) + 0.5 - cx, Math.floor(at / WIDTH) + 0.5 - cy];
      if (Math.abs(dx * cos + dy * sin) <= width / 2 && Math.abs(dy * cos - dx * sin) <= height / 2) values[at] = probability;
    }
  }
  return { values, width: WIDTH, height: HEIGHT };
}

describe('rectanglesFromProbabilityMap', () => {
  it('grows the core of each line to the size of its text', () => {
    const [line, ...others] = rectanglesFromProbabilityMap(mapWith([100, 60, 120, 8, 0, 0.9]));
    expect(others).toEqual([]);
    // Growth on every side: area · 1.6 / perimeter = 120 · 8 · 1.6 / 256 = 6.
    expect(line).toMatchObject({ x: 100, y: 60, width: 132, height: 20, angle: 0 });
  });

  it('finds the angle of a line that runs askew', () => {
    const [line] = rectanglesFromProbabilityMap(mapWith([100, 60, 120, 10, 12, 0.9]));
    expect((line!.angle * 180) / Math.PI).toBeCloseTo(12, -0.3);
    expect(line!.width).toBeGreaterThan(line!.height * 4);
  });

  it('keeps lines apart and leaves out what is faint or tiny', () => {
    const map = mapWith([60, 30, 80, 8, 0, 0.9], [60, 60, 80, 8, 0, 0.9], [60, 90, 80, 8, 0, 0.4], [150.5, 90.5, 0.8, 0.8, 0, 0.9]);
    expect(rectanglesFromProbabilityMap(map).map((line) => line.y)).toEqual([30, 60]);
  });

  it('gives a lone digit as much room as the lines of the page have', () => {
    const [line, digit] = rectanglesFromProbabilityMap(mapWith([100, 30, 160, 6, 0, 0.9], [20, 80, 3, 4, 0, 0.9]));
    expect(digit!.height - 4).toBeCloseTo(line!.height - 6, 5);
  });
});

describe('smallestRectangle', () => {
  it('lies along its points with its width across the page, and has its corners in reading order', () => {
    const rectangle = smallestRectangle([
      { x: 10, y: 10 },
      { x: 40, y: 10 },
      { x: 40, y: 20 },
      { x: 10, y: 20 },
      { x: 25, y: 15 },
    ]);
    expect(rectangle).toMatchObject({ x: 25, y: 15, width: 30, height: 10 });
    expect(corners(rectangle).map(({ x, y }) => [Math.round(x), Math.round(y)])).toEqual([
      [10, 10],
      [40, 10],
      [40, 20],
      [10, 20],
    ]);
  });
});
