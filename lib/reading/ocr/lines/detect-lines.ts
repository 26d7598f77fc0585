import { type InferenceSession, Tensor } from 'onnxruntime-node';
import { type RgbImage, resizeImage } from '../ink/rgb-image.ts';
import type { LineRectangle } from './line-rectangle.ts';
import { rectanglesFromProbabilityMap } from './rectangles-from-probability-map.ts';

/** Small letters on forms are lost below this; above it only time is. */
const PIXEL_BUDGET = 2_000_000;
const STRIDE = 32;
// Mean and deviation of ImageNet, which the detector was trained with.
const MEAN = [0.485, 0.456, 0.406] as const;
const DEVIATION = [0.229, 0.224, 0.225] as const;

/** Finds the lines of text of an image. Rectangles are in pixels of the image, in no particular order. */
export async function detectLines(detector: InferenceSession, image: RgbImage): Promise<LineRectangle[]> {
  const scale = Math.min(1, Math.sqrt(PIXEL_BUDGET / (image.width * image.height)));
  const width = Math.max(STRIDE, Math.round((image.width * scale) / STRIDE) * STRIDE);
  const height = Math.max(STRIDE, Math.round((image.height * scale) / STRIDE) * STRIDE);
  const resized = await resizeImage(image, width, height);
  const input = new Tensor('float32', normalise(resized.pixels, width * height), [1, 3, height, width]);
  const output = await detector.run({ [detector.inputNames[0]!]: input });
  const values = output[detector.outputNames[0]!]!.data as Float32Array;
  const [factorX, factorY] = [image.width / width, image.height / height];
  return rectanglesFromProbabilityMap({ values, width, height }).map((rectangle) => scaleRectangle(rectangle, factorX, factorY));
}

function normalise(pixels: Uint8Array, count: number): Float32Array {
  const planes = new Float32Array(count * 3);
  for (let channel = 0; channel < 3; channel++) {
    const scale = 1 / (255 * DEVIATION[channel]!);
    const shift = MEAN[channel]! / DEVIATION[channel]!;
    for (let i = 0, from = channel, to = channel * count; i < count; i++, from += 3, to++) {
      planes[to] = pixels[from]! * scale - shift;
    }
  }
  return planes;
}

// The two factors differ by less than the rounding to the stride, so a turned rectangle stays one.
function scaleRectangle({ x, y, width, height, angle }: LineRectangle, factorX: number, factorY: number): LineRectangle {
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  return {
    x: x * factorX,
    y: y * factorY,
    width: width * Math.hypot(cos * factorX, sin * factorY),
    height: height * Math.hypot(sin * factorX, cos * factorY),
    angle: Math.atan2(sin * factorY, cos * factorX),
  };
}
