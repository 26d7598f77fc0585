import type { Box } from '#lib/contract/service/box.ts';
import type { Page } from '#lib/contract/service/reading.ts';
import { heightOf, widthOf } from '#lib/document/geometry/box.ts';
import { findTickBoxes } from '../../../ocr/ink/find-tick-boxes.ts';
import { inkMap } from '../../../ocr/ink/ink-map.ts';
import { layOnWhite } from '../../../ocr/ink/rgb-image.ts';
import type { Draw } from '../pdfium/draw-page.ts';
import type { Picture } from './page-objects.ts';

/** Sides of a picture that may be a tick box, in points. */
const [SMALLEST, LARGEST] = [6, 26];
/** How much longer one side may be than the other. */
const MOST_OBLONG = 1.45;
/** A page of more small pictures is set in pieces, or decorated with them. */
const MOST = 24;
/** Pixels for the side of such a picture, and what is drawn around it, in its sides. */
const SIDE = 40;
const AROUND = 0.25;

/**
 * Tick boxes that a page shows as small pictures of a square, empty or marked, as programs print the boxes of their forms.
 * @param size points of the page as displayed
 */
export function picturedTickBoxes(
  draw: Draw,
  pictures: readonly Picture[],
  { width, height }: { width: number; height: number },
  maxPixels: number,
): Page['tick_boxes'] {
  const small = pictures.map(({ box }) => box).filter((box) => isSmallSquare(widthOf(box) * width, heightOf(box) * height));
  if (small.length > MOST) return [];
  return small.flatMap((box) => {
    const [across, down] = [widthOf(box) * AROUND, heightOf(box) * AROUND];
    const region: Box = [
      Math.max(0, box[0] - across),
      Math.max(0, box[1] - down),
      Math.min(1, box[2] + across),
      Math.min(1, box[3] + down),
    ];
    const raster = draw({ width: Math.round(SIDE * (1 + 2 * AROUND)), region, maxPixels });
    const [found, ...others] = findTickBoxes(inkMap(layOnWhite(raster), 2 * SIDE), SIDE);
    if (!found || others.length > 0) return [];
    const place: Box = [
      region[0] + (found.left / raster.width) * widthOf(region),
      region[1] + (found.top / raster.height) * heightOf(region),
      region[0] + (found.right / raster.width) * widthOf(region),
      region[1] + (found.bottom / raster.height) * heightOf(region),
    ];
    return [{ box: place, ticked: found.ticked, confidence: found.confidence }];
  });
}

function isSmallSquare(across: number, down: number): boolean {
  const [short, long] = [Math.min(across, down), Math.max(across, down)];
  return short >= SMALLEST && long <= LARGEST && long <= short * MOST_OBLONG;
}
