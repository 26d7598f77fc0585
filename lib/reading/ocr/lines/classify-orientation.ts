import { Tensor } from 'onnxruntime-node';
import type { RgbImage } from '../ink/rgb-image.ts';
import type { Models } from '../networks/load-models.ts';
import { cropLine } from './crop-line.ts';
import type { LineRectangle } from './line-rectangle.ts';
import { meanProbability, normalise, type RecognisedLine, recogniseLine } from './recognise-line.ts';

const WIDTH = 192;
const HEIGHT = 48;
const MAX_LINES = 24;
const ENOUGH_LINES = 8;
/** The share of votes by which one side must lead. */
const CLEAR = 0.5;
const LINES_TO_COMPARE = 6;

/** True when most of the text runs up or down the page. */
export function isSideways(rectangles: LineRectangle[]): boolean {
  let [across, down] = [0, 0];
  for (const { width, height } of rectangles) {
    if (width > height) across += width;
    else down += height;
  }
  return down > across;
}

/**
 * True when the text stands on its head. The longest lines are asked one by one; unless they clearly say upright, the
 * surer recognition decides, for on noisy pages the small network errs.
 */
export async function isUpsideDown(models: Models, image: RgbImage, rectangles: LineRectangle[]): Promise<boolean> {
  const longest = rectangles
    .filter(({ width, height }) => width > height)
    .sort((a, b) => b.width - a.width)
    .slice(0, MAX_LINES);
  let [balance, asked] = [0, 0];
  for (const rectangle of longest) {
    balance += await turnedness(models, image, rectangle);
    asked++;
    if (asked >= ENOUGH_LINES && Math.abs(balance) > asked * CLEAR) break;
  }
  if (asked === 0 || balance < -asked * CLEAR) return false;
  const upright: RecognisedLine[] = [];
  const turned: RecognisedLine[] = [];
  for (const rectangle of longest.slice(0, LINES_TO_COMPARE)) {
    upright.push(...(await recogniseLine(models, image, rectangle)));
    turned.push(...(await recogniseLine(models, image, { ...rectangle, angle: rectangle.angle + Math.PI })));
  }
  return meanProbability(turned) > meanProbability(upright);
}

/** 1 when the line stands on its head, -1 when it is upright. */
async function turnedness(models: Models, image: RgbImage, rectangle: LineRectangle): Promise<number> {
  const input = new Tensor('float32', normalise(cropLine(image, rectangle, HEIGHT, WIDTH), WIDTH), [1, 3, HEIGHT, WIDTH]);
  const output = await models.orientation.run({ [models.orientation.inputNames[0]!]: input });
  const [upright, turned] = output[models.orientation.outputNames[0]!]!.data as Float32Array;
  return Math.sign(turned! - upright!);
}
