import { type LineRectangle, smallestRectangle } from './line-rectangle.ts';

/** How sure the detector is, per pixel, that the pixel lies in the core of a line of text: 0 to 1, row by row. */
export type ProbabilityMap = { values: Float32Array; width: number; height: number };

const TEXT_THRESHOLD = 0.3;
const RECTANGLE_THRESHOLD = 0.5;
const UNCLIP_RATIO = 1.6;
const MIN_CORE_SIDE = 2;
/** A core less than this many times as long as high is one of a lone character. */
const LONE_RATIO = 1.6;
const MIN_SIDE = 5;

/**
 * Finds lines of text in the detector's probability map (pixels of the map). The detector marks only the core of each
 * line, so every rectangle is grown. Source: Liao et al., Real-time Scene Text Detection with Differentiable Binarization (2019).
 */
export function rectanglesFromProbabilityMap(map: ProbabilityMap): LineRectangle[] {
  const cores: LineRectangle[] = [];
  for (const outline of componentOutlines(map)) {
    const core = smallestRectangle(outline);
    if (Math.min(core.width, core.height) >= MIN_CORE_SIDE && meanInside(map, core) >= RECTANGLE_THRESHOLD) cores.push(core);
  }
  const usual = usualGrowth(cores);
  return cores
    .map((core) => {
      // The core of a lone digit is shrunk so far that its own size says too little about the digit's.
      const growth = isLoneCharacter(core) ? Math.max(growthOf(core), usual) : growthOf(core);
      return { ...core, width: core.width + 2 * growth, height: core.height + 2 * growth };
    })
    .filter(({ width, height }) => Math.min(width, height) >= MIN_SIDE);
}

const growthOf = ({ width, height }: LineRectangle) => (width * height * UNCLIP_RATIO) / (2 * (width + height));
const isLoneCharacter = ({ width, height }: LineRectangle) => width < LONE_RATIO * height && height < LONE_RATIO * width;

/** The median growth of what is clearly a line, 0 when there is none. */
function usualGrowth(cores: LineRectangle[]): number {
  const growths = cores.filter((core) => !isLoneCharacter(core)).map(growthOf);
  growths.sort((a, b) => a - b);
  return growths[Math.floor(growths.length / 2)] ?? 0;
}

/** For every 8-connected component above the threshold, the corners of its leftmost and rightmost pixel in each row. */
function* componentOutlines({ values, width, height }: ProbabilityMap): Generator<{ x: number; y: number }[]> {
  const seen = new Uint8Array(width * height);
  const stack: number[] = [];
  for (let start = 0; start < seen.length; start++) {
    if (seen[start] === 1 || values[start]! <= TEXT_THRESHOLD) continue;
    const rows = new Map<number, [number, number]>();
    seen[start] = 1;
    stack.push(start);
    for (let index = stack.pop(); index !== undefined; index = stack.pop()) {
      const y = Math.floor(index / width);
      const x = index - y * width;
      const row = rows.get(y);
      if (row === undefined) rows.set(y, [x, x]);
      else if (x < row[0]) row[0] = x;
      else if (x > row[1]) row[1] = x;
      for (let ny = Math.max(0, y - 1); ny <= Math.min(height - 1, y + 1); ny++) {
        for (let nx = Math.max(0, x - 1); nx <= Math.min(width - 1, x + 1); nx++) {
          const next = ny * width + nx;
          if (seen[next] === 0 && values[next]! > TEXT_THRESHOLD) {
            seen[next] = 1;
            stack.push(next);
          }
        }
      }
    }
    const points: { x: number; y: number }[] = [];
    for (const [y, [left, right]] of rows) {
      points.push({ x: left, y }, { x: right + 1, y }, { x: left, y: y + 1 }, { x: right + 1, y: y + 1 });
    }
    yield points;
  }
}

function meanInside({ values, width, height }: ProbabilityMap, rectangle: LineRectangle): number {
  const [cos, sin] = [Math.cos(rectangle.angle), Math.sin(rectangle.angle)];
  const reachX = (Math.abs(rectangle.width * cos) + Math.abs(rectangle.height * sin)) / 2;
  const reachY = (Math.abs(rectangle.width * sin) + Math.abs(rectangle.height * cos)) / 2;
  let [sum, count] = [0, 0];
  for (let y = Math.max(0, Math.floor(rectangle.y - reachY)); y < Math.min(height, rectangle.y + reachY); y++) {
    for (let x = Math.max(0, Math.floor(rectangle.x - reachX)); x < Math.min(width, rectangle.x + reachX); x++) {
      const [dx, dy] = [x + 0.5 - rectangle.x, y + 0.5 - rectangle.y];
      if (Math.abs(dx * cos + dy * sin) > rectangle.width / 2 || Math.abs(dy * cos - dx * sin) > rectangle.height / 2) continue;
      sum += values[y * width + x]!;
      count++;
    }
  }
  return count === 0 ? 0 : sum / count;
}
