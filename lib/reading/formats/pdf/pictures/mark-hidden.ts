import type { Box } from '#lib/contract/service/box.ts';
import { areaOf, contains, containsCentre, shareInside } from '#lib/document/geometry/box.ts';
import type { Raster } from '../../../model/adapter.ts';
import type { Draw } from '../pdfium/draw-page.ts';
import type { PdfWord } from '../text/build-words.ts';
import type { PageObjects } from './page-objects.ts';
import { pictureAreas } from './picture-areas.ts';

/** Share of the page from which a picture is taken for a scan that carries its recognised text. */
const SCAN_SHARE = 0.12;
/** From this share on it may lie over that text, too. */
const PAGE_SHARE = 0.4;
const WHITE = 0xffffff;
/** Colours of text and ground that differ less in every channel may not be told apart; what is drawn decides. */
const NEAR_COLOUR = 40;
const PREVIEW_WIDTH = 1000;
/** Difference of brightness that an eye sees. */
const VISIBLE_CONTRAST = 24;

/**
 * Marks words that nobody sees on the page: drawn without ink, in the colour of their ground, under a picture or a painted area, in a
 * layer that is off; words off the page are marked already. Text laid invisibly over a scan is not hidden: the scan shows it.
 * Where the drawing that decides was cut, its words stay.
 * @returns whether the page's text is such a layer over a scan
 */
export function markHidden(draw: Draw, words: PdfWord[], objects: PageObjects): boolean {
  const scans = pictureAreas(objects.pictures).filter((box) => areaOf(box) > SCAN_SHARE);
  const pages = scans.filter((box) => areaOf(box) > PAGE_SHARE);
  const invisible = words.filter(({ hidden, isOffPage }) => hidden && !isOffPage);
  const overScan = invisible.filter(({ box }) => scans.some((scan) => containsCentre(scan, box)));
  for (const word of overScan) word.hidden = false;
  const suspects = words.filter((word) => !word.hidden && !overScan.includes(word) && isSuspect(word, objects, pages));
  if (suspects.length > 0) {
    const raster = draw({ width: PREVIEW_WIDTH, maxPixels: 4_000_000 });
    for (const word of raster.isCut ? [] : suspects) if (contrastIn(raster, word.box) < VISIBLE_CONTRAST) word.hidden = true;
  }
  return overScan.length > 0.5 * words.filter(({ isOffPage }) => !isOffPage).length;
}

/** Whether a word may be hidden, by how the file draws it. @param pages scans of whole pages, which may lie over their text */
function isSuspect({ style, box }: PdfWord, objects: PageObjects, pages: readonly Box[]): boolean {
  if (!style) return false;
  const { colour, object } = style;
  if (objects.layered.has(object)) return true;
  const order = objects.textOrder.get(object);
  if (isNear(colour, order === undefined ? WHITE : groundOf(box, order, objects))) return true;
  if (order === undefined) return false;
  const covers = (item: { box: Box; order: number }) => item.order > order && shareInside(box, item.box) > 0.8;
  return objects.fills.some(covers) || (objects.pictures.some(covers) && !pages.some((page) => containsCentre(page, box)));
}

/** The colour of what is painted last beneath a word; null where that is a picture. */
function groundOf(box: Box, order: number, { fills, pictures }: PageObjects): number | null {
  let [ground, last]: [number | null, number] = [WHITE, -1];
  for (const fill of fills) {
    if (fill.order < order && fill.order > last && containsCentre(fill.box, box)) [ground, last] = [fill.colour, fill.order];
  }
  for (const picture of pictures) {
    if (picture.order < order && picture.order > last && contains(picture.box, box)) [ground, last] = [null, picture.order];
  }
  return ground;
}

function isNear(colour: number, ground: number | null): boolean {
  if (ground === null) return true;
  return [16, 8, 0].every((shift) => Math.abs(((colour >> shift) & 255) - ((ground >> shift) & 255)) < NEAR_COLOUR);
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
