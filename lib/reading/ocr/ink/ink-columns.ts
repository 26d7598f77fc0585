import type { RgbImage } from './rgb-image.ts';

/**
 * Which columns of a line's crop carry ink: 1 or 0 per column. Ink is told from the background by Otsu's threshold, whichever of
 * the two is darker; rows near the upper and lower edge do not count, and a single dark pixel is taken for dirt.
 */
export function inkColumns(crop: RgbImage): Uint8Array {
  const { pixels, width, height } = crop;
  const count = width * height;
  const grey = new Uint8Array(count);
  const histogram = new Uint32Array(256);
  for (let i = 0; i < count; i++) {
    const value = (pixels[i * 3]! * 77 + pixels[i * 3 + 1]! * 150 + pixels[i * 3 + 2]! * 29) >> 8;
    grey[i] = value;
    histogram[value]!++;
  }
  const threshold = otsuThreshold(histogram, count);
  let dark = 0;
  for (let value = 0; value <= threshold; value++) dark += histogram[value]!;
  const darkIsInk = dark * 2 <= count;
  const columns = new Uint8Array(width);
  const [top, bottom] = [Math.round(height * 0.12), Math.round(height * 0.9)];
  for (let x = 0; x < width; x++) {
    let ink = 0;
    for (let y = top; y < bottom; y++) if (grey[y * width + x]! <= threshold === darkIsInk) ink++;
    columns[x] = ink > 1 ? 1 : 0;
  }
  return columns;
}

/** The longest run of empty columns in `[from, to)`: its start and length; length 0 when there is none. */
export function longestEmptyRun(columns: Uint8Array, from: number, to: number): { start: number; length: number } {
  let best = { start: from, length: 0 };
  let start = -1;
  const end = Math.min(columns.length, Math.ceil(to));
  for (let x = Math.max(0, Math.floor(from)); x <= end; x++) {
    const empty = x < end && columns[x] === 0;
    if (empty && start < 0) start = x;
    if (!empty && start >= 0) {
      if (x - start > best.length) best = { start, length: x - start };
      start = -1;
    }
  }
  return best;
}

/** Source: Otsu, A Threshold Selection Method from Gray-Level Histograms (1979). */
function otsuThreshold(histogram: Uint32Array, count: number): number {
  let total = 0;
  for (let value = 0; value < 256; value++) total += value * histogram[value]!;
  let [below, sumBelow, best, bestVariance] = [0, 0, 127, -1];
  for (let value = 0; value < 256; value++) {
    below += histogram[value]!;
    sumBelow += value * histogram[value]!;
    const above = count - below;
    if (below === 0 || above === 0) continue;
    const difference = sumBelow / below - (total - sumBelow) / above;
    const variance = below * above * difference * difference;
    if (variance > bestVariance) {
      bestVariance = variance;
      best = value;
    }
  }
  return best;
}
