/**
 * A rectangle around a line of text, in pixels of the image, turned by `angle` (radians, clockwise on the screen,
 * -45 to 45 degrees). `x`, `y` is the centre; `width` runs along the angle, `height` across it.
 */
export type LineRectangle = { x: number; y: number; width: number; height: number; angle: number };

type Point = { x: number; y: number };

/** The smallest rectangle, at any angle, around the points. Source: rotating calipers over the convex hull. */
export function smallestRectangle(points: Point[]): LineRectangle {
  const hull = convexHull(points);
  let best: LineRectangle | undefined;
  let bestArea = Number.POSITIVE_INFINITY;
  for (let i = 0; i < hull.length; i++) {
    const a = hull[i]!;
    const b = hull[(i + 1) % hull.length]!;
    const length = Math.hypot(b.x - a.x, b.y - a.y);
    const ux = length === 0 ? 1 : (b.x - a.x) / length;
    const uy = length === 0 ? 0 : (b.y - a.y) / length;
    const rectangle = rectangleAlong(hull, ux, uy);
    const area = rectangle.width * rectangle.height;
    if (area < bestArea) {
      bestArea = area;
      best = rectangle;
    }
  }
  return upright(best!);
}

/** The corners as displayed, in the order top left, top right, bottom right, bottom left. */
export function corners({ x, y, width, height, angle }: LineRectangle): [Point, Point, Point, Point] {
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  const at = (u: number, v: number): Point => ({ x: x + u * cos - v * sin, y: y + u * sin + v * cos });
  const [w, h] = [width / 2, height / 2];
  return [at(-w, -h), at(w, -h), at(w, h), at(-w, h)];
}

function rectangleAlong(points: Point[], ux: number, uy: number): LineRectangle {
  let [minU, maxU, minV, maxV] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const point of points) {
    const u = point.x * ux + point.y * uy;
    const v = point.y * ux - point.x * uy;
    minU = Math.min(minU, u);
    maxU = Math.max(maxU, u);
    minV = Math.min(minV, v);
    maxV = Math.max(maxV, v);
  }
  const [u, v] = [(minU + maxU) / 2, (minV + maxV) / 2];
  return { x: u * ux - v * uy, y: u * uy + v * ux, width: maxU - minU, height: maxV - minV, angle: Math.atan2(uy, ux) };
}

function upright(rectangle: LineRectangle): LineRectangle {
  const quarters = Math.round(rectangle.angle / (Math.PI / 2));
  const angle = rectangle.angle - quarters * (Math.PI / 2);
  return quarters % 2 === 0 ? { ...rectangle, angle } : { ...rectangle, angle, width: rectangle.height, height: rectangle.width };
}

// Andrew's monotone chain.
function convexHull(points: Point[]): Point[] {
  const sorted = [...points].sort((a, b) => a.x - b.x || a.y - b.y);
  if (sorted.length < 3) return sorted;
  const half = (ordered: Point[]) => {
    const chain: Point[] = [];
    for (const point of ordered) {
      while (chain.length >= 2 && turn(chain.at(-2)!, chain.at(-1)!, point) <= 0) chain.pop();
      chain.push(point);
    }
    chain.pop();
    return chain;
  };
  return [...half(sorted), ...half(sorted.reverse())];
}

function turn(a: Point, b: Point, c: Point): number {
  return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
}
