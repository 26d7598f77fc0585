import type { LineRectangle } from './line-rectangle.ts';
import type { RgbImage } from './rgb-image.ts';

/**
 * Cuts a turned rectangle out of the image, straightened, `height` pixels high and as wide as its proportions ask
 * (at least 8, at most `maxWidth`). Pixels outside the image repeat its edge. Shrinking averages up to 3 × 3 samples.
 */
export function cropLine(image: RgbImage, rectangle: LineRectangle, height: number, maxWidth: number): RgbImage {
  const width = Math.min(maxWidth, Math.max(8, Math.round((rectangle.width * height) / Math.max(1, rectangle.height))));
  const [cos, sin] = [Math.cos(rectangle.angle), Math.sin(rectangle.angle)];
  const stepU = rectangle.width / width;
  const stepV = rectangle.height / height;
  const samples = Math.min(3, Math.max(1, Math.round(Math.max(stepU, stepV))));
  const pixels = new Uint8Array(width * height * 3);
  const sum = [0, 0, 0];
  for (let row = 0; row < height; row++) {
    for (let column = 0; column < width; column++) {
      sum.fill(0);
      for (let i = 0; i < samples * samples; i++) {
        const u = (column + ((i % samples) + 0.5) / samples) * stepU - rectangle.width / 2;
        const v = (row + (Math.floor(i / samples) + 0.5) / samples) * stepV - rectangle.height / 2;
        addSample(image, rectangle.x + u * cos - v * sin - 0.5, rectangle.y + u * sin + v * cos - 0.5, sum);
      }
      const to = (row * width + column) * 3;
      for (let channel = 0; channel < 3; channel++) pixels[to + channel] = sum[channel]! / (samples * samples) + 0.5;
    }
  }
  return { pixels, width, height };
}

/** Adds the bilinear sample at a point (pixel centres at whole numbers) to the three sums. */
function addSample({ pixels, width, height }: RgbImage, x: number, y: number, sum: number[]): void {
  const cx = Math.min(width - 1, Math.max(0, x));
  const cy = Math.min(height - 1, Math.max(0, y));
  const x0 = Math.floor(cx);
  const y0 = Math.floor(cy);
  const fx = cx - x0;
  const fy = cy - y0;
  const right = x0 + 1 < width ? 3 : 0;
  const below = y0 + 1 < height ? width * 3 : 0;
  const at = (y0 * width + x0) * 3;
  const [a, b, c, d] = [(1 - fx) * (1 - fy), fx * (1 - fy), (1 - fx) * fy, fx * fy];
  for (let channel = 0; channel < 3; channel++) {
    const from = at + channel;
    sum[channel]! += pixels[from]! * a + pixels[from + right]! * b + pixels[from + below]! * c + pixels[from + right + below]! * d;
  }
}
