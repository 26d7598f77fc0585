import { Tensor } from 'onnxruntime-node';
import { cropLine } from './crop-line.ts';
import type { LineRectangle } from './line-rectangle.ts';
import type { Models } from './load-models.ts';
import { normalise } from './recognise-line.ts';
import type { RgbImage } from './rgb-image.ts';

const WIDTH = 192;
const HEIGHT = 48;
const MAX_LINES = 24;
const ENOUGH_LINES = 8;

/** True when most of the text runs up or down the page. */
export function isSideways(rectangles: LineRectangle[]): boolean {
  let [across, down] = [0, 0];
  for (const { width, height } of rectangles) {
    if (width > height) across += width;
    else down += height;
  }
  return down > across;
}

/** True when the text stands on its head, as most of the longest lines tell. */
export async function isUpsideDown(models: Models, image: RgbImage, rectangles: LineRectangle[]): Promise<boolean> {
  const longest = rectangles
    .filter(({ width, height }) => width > height)
    .sort((a, b) => b.width - a.width)
    .slice(0, MAX_LINES);
  let [balance, asked] = [0, 0];
  for (const rectangle of longest) {
    const input = new Tensor('float32', normalise(cropLine(image, rectangle, HEIGHT, WIDTH), WIDTH), [1, 3, HEIGHT, WIDTH]);
    const output = await models.orientation.run({ [models.orientation.inputNames[0]!]: input });
    const [upright, turned] = output[models.orientation.outputNames[0]!]!.data as Float32Array;
    balance += Math.sign(turned! - upright!);
    asked++;
    if (asked >= ENOUGH_LINES && Math.abs(balance) > asked * 0.7) break;
  }
  return balance > 0;
}
