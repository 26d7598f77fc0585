import { Tensor } from 'onnxruntime-node';
import { inkColumns, longestEmptyRun } from '../ink/ink-columns.ts';
import type { RgbImage } from '../ink/rgb-image.ts';
import type { LineModels } from '../networks/load-models.ts';
import { cropLine } from './crop-line.ts';
import { type Character, decodeCharacters } from './decode-characters.ts';
import type { LineRectangle } from './line-rectangle.ts';

/** What was recognised inside one rectangle, before it is cut into words. Widths are in columns of the crop. */
export type RecognisedLine = {
  rectangle: LineRectangle;
  /** Read with the whole alphabet, and with its Latin part only. */
  characters: { all: Character[]; latin: Character[] };
  crop: RgbImage;
  /** Ink per column of the crop. */
  columns: Uint8Array;
  /** Width of a time step. */
  step: number;
};

export const CROP_HEIGHT = 48;
const MAX_WIDTH = 3200;
const WIDTH_STEP = 32;
const VERTICAL_RATIO = 1.5;
const SURELY_VERTICAL_RATIO = 3;

/** Recognises the text in a rectangle; one that stands on end is read in the direction that gives the surest text. */
export async function recogniseLine(models: LineModels, image: RgbImage, rectangle: LineRectangle): Promise<RecognisedLine[]> {
  const ratio = rectangle.height / Math.max(1, rectangle.width);
  if (ratio < VERTICAL_RATIO) return recogniseAlong(models, image, rectangle);
  const directions = [onEnd(rectangle, 1), onEnd(rectangle, -1)];
  // A lone digit is as tall as this, too.
  if (ratio < SURELY_VERTICAL_RATIO) directions.unshift(rectangle);
  let best: RecognisedLine[] = [];
  for (const direction of directions) {
    const lines = await recogniseAlong(models, image, direction);
    if (meanProbability(lines) > meanProbability(best)) best = lines;
  }
  return best;
}

/** The mean probability of the characters; 0 when there are none. */
export function meanProbability(lines: RecognisedLine[]): number {
  const characters = lines.flatMap((line) => line.characters.latin);
  return characters.length === 0 ? 0 : characters.reduce((sum, character) => sum + character.probability, 0) / characters.length;
}

async function recogniseAlong(models: LineModels, image: RgbImage, rectangle: LineRectangle): Promise<RecognisedLine[]> {
  const crop = cropLine(image, rectangle, CROP_HEIGHT, 4 * MAX_WIDTH);
  const columns = inkColumns(crop);
  if (crop.width > MAX_WIDTH) {
    const gap = longestEmptyRun(columns, crop.width / 3, (crop.width * 2) / 3);
    const cut = (gap.start + gap.length / 2) / crop.width;
    const parts = [part(rectangle, 0, cut), part(rectangle, cut, 1)];
    return (await Promise.all(parts.map((half) => recogniseAlong(models, image, half)))).flat();
  }
  const width = Math.ceil(crop.width / WIDTH_STEP) * WIDTH_STEP;
  const input = new Tensor('float32', normalise(crop, width), [1, 3, CROP_HEIGHT, width]);
  const output = (await models.recogniser.run({ [models.recogniser.inputNames[0]!]: input }))[models.recogniser.outputNames[0]!]!;
  const [, steps, classes] = output.dims as [number, number, number];
  const emissions = { values: output.data as Float32Array, steps, classes };
  return [
    {
      rectangle,
      characters: {
        all: decodeCharacters(emissions, models.alphabet, false),
        latin: decodeCharacters(emissions, models.alphabet, true),
      },
      crop,
      columns,
      step: width / steps,
    },
  ];
}

/** The crop as three planes of -1 to 1, filled up with 0 to the given width. */
export function normalise({ pixels, width, height }: RgbImage, paddedWidth: number): Float32Array {
  const planes = new Float32Array(3 * height * paddedWidth);
  for (let channel = 0; channel < 3; channel++) {
    for (let y = 0; y < height; y++) {
      const to = (channel * height + y) * paddedWidth;
      for (let x = 0; x < width; x++) planes[to + x] = pixels[(y * width + x) * 3 + channel]! / 127.5 - 1;
    }
  }
  return planes;
}

/** The part of a rectangle between two fractions of its width. */
export function part(rectangle: LineRectangle, from: number, to: number): LineRectangle {
  const shift = ((from + to) / 2 - 0.5) * rectangle.width;
  return {
    ...rectangle,
    x: rectangle.x + shift * Math.cos(rectangle.angle),
    y: rectangle.y + shift * Math.sin(rectangle.angle),
    width: (to - from) * rectangle.width,
  };
}

/** The same rectangle, read downwards (1) or upwards (-1). */
function onEnd(rectangle: LineRectangle, direction: 1 | -1): LineRectangle {
  return {
    ...rectangle,
    width: rectangle.height,
    height: rectangle.width,
    angle: rectangle.angle + (direction * Math.PI) / 2,
  };
}
