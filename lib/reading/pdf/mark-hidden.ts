import type { Box } from '#lib/contract/box.ts';
import { areaOf, containsCentre, shareInside } from '#lib/document/box.ts';
import type { Raster } from '../adapter.ts';
import type { PdfWord } from './build-words.ts';
import { drawLoadedPage } from './draw-page.ts';
import type { OpenDocument } from './open-document.ts';
import type { PageObjects } from './page-objects.ts';

/** Share of the page from which a picture is taken for a scan that carries its recognised text. */
const SCAN_SHARE = 0.4;
const LIGHT = 225;
const PREVIEW_WIDTH = 1000;
/** Difference of brightness that an eye sees. */
const VISIBLE_CONTRAST = 24;

/**
 * Marks words that nobody sees on the page: drawn without ink, in the colour of their ground, under a picture or a painted area, in a
 * layer that is off. Text laid invisibly over a scan is not hidden: the scan shows it.
 * @returns whether the page's text is such a layer over a scan
 */
export function markHidden(document: OpenDocument, page: number, words: PdfWord[], objects: PageObjects): boolean {
  const scans = objects.pictures.filter(({ box }) => areaOf(clip(box)) > SCAN_SHARE).map(({ box }) => box);
  const invisible = words.filter(({ hidden }) => hidden);
  const overScan = invisible.filter(({ box }) => scans.some((scan) => containsCentre(scan, box)));
  for (const word of overScan) word.hidden = false;
  const suspects = words.filter((word) => !word.hidden && !overScan.includes(word) && isSuspect(word, objects, scans));
  if (suspects.length > 0) {
    const raster = drawLoadedPage(document.pdfium, page, { width: PREVIEW_WIDTH, maxPixels: 4_000_000 });
    for (const word of suspects) if (contrastIn(raster, word.box) < VISIBLE_CONTRAST) word.hidden = true;
  }
  return overScan.length > 0.5 * words.length;
}

function isSuspect({ style, box }: PdfWord, objects: PageObjects, scans: readonly Box[]): boolean {
  if (!style) return false;
  const { colour, object } = style;
  if (Math.min(colour >> 16, (colour >> 8) & 255, colour & 255) >= LIGHT || objects.layered.has(object)) return true;
  const order = objects.textOrder.get(object);
  if (order === undefined) return false;
  const covers = (item: { box: Box; order: number }) => item.order > order && shareInside(box, item.box) > 0.8;
  return objects.fills.some(covers) || objects.pictures.some((picture) => covers(picture) && !scans.includes(picture.box));
}

/** Difference between the lightest and the darkest pixel in the middle of a box, 0 to 255. */
function contrastIn({ pixels, width, height }: Raster, box: Box): number {
  const [left, right] = [Math.floor(box[0] * width), Math.ceil(box[2] * width)];
  const [top, bottom] = [Math.floor((box[1] * 0.8 + box[3] * 0.2) * height), Math.ceil((box[1] * 0.2 + box[3] * 0.8) * height)];
  const low = [255, 255, 255];
  const high = [0, 0, 0];
  for (let y = Math.max(0, top); y < Math.min(height, bottom); y++) {
    for (let x = Math.max(0, left); x < Math.min(width, right); x++) {
      for (let channel = 0; channel < 3; channel++) {
        const value = pixels[(y * width + x) * 4 + channel]!;
        if (value < low[channel]!) low[channel] = value;
        if (value > high[channel]!) high[channel] = value;
      }
    }
  }
  return Math.max(...high.map((value, channel) => value - low[channel]!));
}

function clip(box: Box): Box {
  return [Math.max(0, box[0]), Math.max(0, box[1]), Math.min(1, box[2]), Math.min(1, box[3])];
}
