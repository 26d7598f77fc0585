import type { RgbImage } from '../ink/rgb-image.ts';
import type { LineRectangle } from './line-rectangle.ts';

/**
 * Cuts a turned rectangle out of the image, straightened, `height` pixels high and as wide as its proportions ask
 * (at least 8, at most `maxWidth`). Pixels outside the image repeat its edge. Shrinking averages up to 3 × 3 samples.
 * Every character passes here: it is one loop without calls, which takes half of the time.
 */
export function cropLine(image: RgbImage, rectangle: LineRectangle, height: number, maxWidth: number): RgbImage {
  const width = Math.min(maxWidth, Math.max(8, Math.round((rectangle.width * height) / Math.max(1, rectangle.height))));
  const [cos, sin] = [Math.cos(rectangle.angle), Math.sin(rectangle.angle)];
  const stepU = rectangle.width / width;
  const stepV = rectangle.height / height;
  const samples = Math.min(3, Math.max(1, Math.round(Math.max(stepU, stepV))));
  const count = samples * samples;
  const [halfWidth, halfHeight] = [rectangle.width / 2, rectangle.height / 2];
  const source = image.pixels;
  const [lastX, lastY, stride] = [image.width - 1, image.height - 1, image.width * 3];
  const pixels = new Uint8Array(width * height * 3);
  let to = 0;
  for (let row = 0; row < height; row++) {
    for (let column = 0; column < width; column++) {
      let red = 0;
      let green = 0;
      let blue = 0;
      for (let i = 0; i < count; i++) {
        const u = (column + ((i % samples) + 0.5) / samples) * stepU - halfWidth;
        const v = (row + (Math.floor(i / samples) + 0.5) / samples) * stepV - halfHeight;
        const x = Math.min(lastX, Math.max(0, rectangle.x + u * cos - v * sin - 0.5));
        const y = Math.min(lastY, Math.max(0, rectangle.y + u * sin + v * cos - 0.5));
        // bilinear, the centres of pixels at whole numbers
        const x0 = Math.floor(x);
        const y0 = Math.floor(y);
        const fx = x - x0;
        const fy = y - y0;
        const p = y0 * stride + x0 * 3;
        const q = x0 < lastX ? p + 3 : p;
        const below = y0 < lastY ? stride : 0;
        const a = (1 - fx) * (1 - fy);
        const b = fx * (1 - fy);
        const c = (1 - fx) * fy;
        const d = fx * fy;
        red += source[p]! * a + source[q]! * b + source[p + below]! * c + source[q + below]! * d;
        green += source[p + 1]! * a + source[q + 1]! * b + source[p + 1 + below]! * c + source[q + 1 + below]! * d;
        blue += source[p + 2]! * a + source[q + 2]! * b + source[p + 2 + below]! * c + source[q + 2 + below]! * d;
      }
      pixels[to++] = red / count + 0.5;
      pixels[to++] = green / count + 0.5;
      pixels[to++] = blue / count + 0.5;
    }
  }
  return { pixels, width, height };
}
