import sharp from 'sharp';
import type { Raster } from '../../model/adapter.ts';

/** RGB pixels, row by row, three bytes a pixel. */
export type RgbImage = { pixels: Uint8Array; width: number; height: number };

/** The longest side, in pixels, that recognition works on; more costs memory and gains no accuracy. */
const LONGEST_SIDE = 2560;

/** Lays an RGBA raster on white and makes it small enough to work on. The content keeps its proportions. */
export async function toRgbImage(raster: Raster): Promise<RgbImage> {
  const scale = Math.min(1, LONGEST_SIDE / Math.max(raster.width, raster.height));
  const flat = layOnWhite(raster);
  if (scale === 1) return flat;
  return resizeImage(flat, Math.max(1, Math.round(raster.width * scale)), Math.max(1, Math.round(raster.height * scale)));
}

/** Resizes to exactly the given size in pixels. */
export async function resizeImage(image: RgbImage, width: number, height: number): Promise<RgbImage> {
  if (image.width === width && image.height === height) return image;
  const pixels = await sharp(image.pixels, { raw: { width: image.width, height: image.height, channels: 3 }, limitInputPixels: false })
    .resize(width, height, { fit: 'fill' })
    .raw()
    .toBuffer();
  return { pixels, width, height };
}

/** Turns the image clockwise by a number of quarter turns (0 to 3). */
export function turnImage(image: RgbImage, quarters: number): RgbImage {
  const { pixels, width, height } = image;
  if (quarters === 0) return image;
  const sideways = quarters % 2 === 1;
  const turned = new Uint8Array(pixels.length);
  const turnedWidth = sideways ? height : width;
  const turnedHeight = sideways ? width : height;
  for (let y = 0; y < turnedHeight; y++) {
    for (let x = 0; x < turnedWidth; x++) {
      const [sourceX, sourceY] =
        quarters === 1 ? [y, height - 1 - x] : quarters === 2 ? [width - 1 - x, height - 1 - y] : [width - 1 - y, x];
      const from = (sourceY * width + sourceX) * 3;
      const to = (y * turnedWidth + x) * 3;
      turned[to] = pixels[from]!;
      turned[to + 1] = pixels[from + 1]!;
      turned[to + 2] = pixels[from + 2]!;
    }
  }
  return { pixels: turned, width: turnedWidth, height: turnedHeight };
}

/** Lays an RGBA raster on white. */
export function layOnWhite({ pixels, width, height }: Raster): RgbImage {
  const flat = new Uint8Array(width * height * 3);
  for (let from = 0, to = 0; to < flat.length; from += 4, to += 3) {
    const alpha = pixels[from + 3]!;
    if (alpha === 255) {
      flat[to] = pixels[from]!;
      flat[to + 1] = pixels[from + 1]!;
      flat[to + 2] = pixels[from + 2]!;
    } else {
      const white = 255 - alpha;
      flat[to] = (pixels[from]! * alpha) / 255 + white;
      flat[to + 1] = (pixels[from + 1]! * alpha) / 255 + white;
      flat[to + 2] = (pixels[from + 2]! * alpha) / 255 + white;
    }
  }
  return { pixels: flat, width, height };
}
