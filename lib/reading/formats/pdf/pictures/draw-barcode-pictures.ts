import type { Box } from '#lib/contract/service/box.ts';
import { findBarcodePlaces } from '../../../barcodes/find-barcode-places.ts';
import type { Raster } from '../../../model/adapter.ts';
import type { Draw } from '../pdfium/draw-page.ts';
import type { PageObjects } from './page-objects.ts';

/** A part of a page (box scale) drawn to look for barcodes. */
export type BarcodePicture = { raster: Raster; region: Box };

/** Pixels an inch: the modules of small codes are a quarter of a millimetre. */
const DPI = 300;
const DPI_OF_PAGE = 210;
const LONGEST_SIDE = 3000;
/** A page with fewer words is looked at as a whole: it may be a separator, its barcode set in a font. */
const FEW_WORDS = 20;
/** Drawings of more parts take long to paint; the largest codes have fewer modules. */
const MOST_PARTS = 20_000;

/**
 * Draws the parts of an open digital page that may hold a barcode: pictures and groups of bars; all of a page that shows something
 * but hardly any words. Nothing for most pages.
 * @param size points of the page as displayed
 * @param looksAtWhole asked of pages with hardly any words: whether they are worth a look as a whole
 */
export function drawBarcodePictures(
  draw: Draw,
  size: { width: number; height: number },
  words: readonly { hidden?: boolean | undefined }[],
  objects: PageObjects,
  maxPixels: number,
  looksAtWhole: () => boolean,
): BarcodePicture[] {
  const { pictures, pieces, shapes, fills, strokes, textOrder } = objects;
  if (strokes.length + fills.length + shapes.length > MOST_PARTS) return [];
  const isBare = words.filter(({ hidden }) => !hidden).length < FEW_WORDS;
  const showsSomething = pictures.length + pieces.length + shapes.length + fills.length + textOrder.size > 0;
  const places: Box[] = isBare && showsSomething && looksAtWhole() ? [[0, 0, 1, 1]] : findBarcodePlaces({ pictures, pieces, shapes }, size);
  const drawn: BarcodePicture[] = [];
  for (const region of places) {
    const [across, down] = [(region[2] - region[0]) * size.width, (region[3] - region[1]) * size.height];
    const isWhole = across > 0.9 * size.width && down > 0.9 * size.height;
    const scale = Math.min((isWhole ? DPI_OF_PAGE : DPI) / 72, LONGEST_SIDE / Math.max(across, down));
    const width = Math.max(1, Math.round(across * scale));
    const raster = draw({ width, region, maxPixels });
    drawn.push({ region, raster });
    if (raster.isCut) break;
  }
  return drawn;
}
