import type { Box } from '#lib/contract/service/box.ts';
import { areaOf, containsCentre, heightOf, widthOf } from '#lib/document/geometry/box.ts';
import type { Raster } from '../../../model/adapter.ts';
import type { Draw } from '../pdfium/draw-page.ts';
import type { Character } from '../text/characters.ts';
import { looksLikeWords } from '../text/looks-like-words.ts';
import type { TextLayer } from '../text/read-text.ts';
import type { PageObjects } from './page-objects.ts';
import { pictureAreas } from './picture-areas.ts';
import { measureText } from './text-beside.ts';

const FEWEST_CHARACTERS = 20;
const LARGEST_UNMAPPED_SHARE = 0.3;
const PREVIEW_WIDTH = 800;
const PREVIEW_PIXELS = 2_000_000;
/** Share of pixels with ink outside of words from which something is left to recognise. */
const LEAST_INK = 0.0008;
/** Share of the page: smaller pictures are logos, signatures and ornaments. */
const LEAST_PICTURE = 0.04;
const LEAST_SIDE = 0.05;
/** From this share of the page on a picture is taken for a scan of a page, where little text is enough. */
const LARGE_PICTURE = 0.35;
/** A large picture with fewer words than this on it is a scan whose text is missing, however dark it is. */
const FEWEST_WORDS_ON_PICTURE = 12;
/** Share of pixels on the edge of letters that no word covers: of a page of text some 0.05, of a letter of a few lines 0.004. */
const LEAST_PRINT = { page: 0.002, picture: 0.012 };
/** Of all edges of a picture, those that no word covers: where most are covered, its text is there already. */
const LEAST_UNCOVERED = 0.4;
const LEAST_BRIGHT = 0.5;

/**
 * `whole`: the page's own text is of no use. `rest`: it is right, but there is text in `areas` (boxes of the page) that it does not
 * have.
 */
export type RecognitionNeed = { kind: 'none' } | { kind: 'whole' } | { kind: 'rest'; areas: Box[] };

const NONE: RecognitionNeed = { kind: 'none' };
const WHOLE_PAGE: Box = [0, 0, 1, 1];

/**
 * Decides whether an open page must be recognised from its picture, see `RecognitionNeed`.
 * @param overScan the text is an invisible layer over a scan
 */
export function recognitionNeed(draw: Draw, layer: TextLayer, objects: PageObjects, overScan: boolean): RecognitionNeed {
  const { usable, unmapped } = countCharacters(layer.characters);
  const all = usable + unmapped;
  if (all > FEWEST_CHARACTERS && unmapped > LARGEST_UNMAPPED_SHARE * all) return { kind: 'whole' };
  const shown = layer.words.filter(({ hidden }) => !hidden);
  if ((overScan || unmapped > 0) && !looksLikeWords(shown.map(({ text }) => text))) return { kind: 'whole' };
  const boxes = shown.map(({ box }) => box);
  const areas = pictureAreas(objects.pictures).filter(
    (box) => areaOf(box) >= LEAST_PICTURE && widthOf(box) >= LEAST_SIDE && heightOf(box) >= LEAST_SIDE,
  );
  if (usable >= FEWEST_CHARACTERS && areas.length === 0) return NONE;
  const preview = draw({ width: PREVIEW_WIDTH, maxPixels: PREVIEW_PIXELS });
  if (usable < FEWEST_CHARACTERS) {
    if (!hasInkBeside(preview, boxes)) return NONE;
    return shown.length > 0 ? { kind: 'rest', areas: [WHOLE_PAGE] } : { kind: 'whole' };
  }
  const unread = areas.filter((area) => isUnread(preview, area, boxes));
  return unread.length > 0 ? { kind: 'rest', areas: unread } : NONE;
}

/** Characters on the page that say something, and those that the file does not tell. */
function countCharacters(characters: readonly Character[]): { usable: number; unmapped: number } {
  let [usable, unmapped] = [0, 0];
  for (const { code, generated, style, box } of characters) {
    if (generated || code <= 0x20 || !containsCentre(WHOLE_PAGE, box)) continue;
    if (style?.unmapped || code === 0xfffd || isPrivateUse(code)) unmapped++;
    else usable++;
  }
  return { usable, unmapped };
}

function isPrivateUse(code: number): boolean {
  return (code >= 0xe000 && code <= 0xf8ff) || code >= 0xf0000;
}

/** Whether a picture holds text that is not among the page's words. */
function isUnread(preview: Raster, area: Box, words: readonly Box[]): boolean {
  const isLarge = areaOf(area) > LARGE_PICTURE;
  const { edges, uncovered, pixels, bright } = measureText(preview, area, words);
  if (uncovered < (isLarge ? LEAST_PRINT.page : LEAST_PRINT.picture) * pixels) return false;
  if (isLarge && words.filter((word) => containsCentre(area, word)).length < FEWEST_WORDS_ON_PICTURE) return true;
  return uncovered >= LEAST_UNCOVERED * edges && bright >= LEAST_BRIGHT * pixels;
}

/** Whether anything is drawn outside the given boxes. */
function hasInkBeside(preview: Raster, boxes: readonly Box[]): boolean {
  const { ink } = measureText(preview, WHOLE_PAGE, boxes);
  return ink > LEAST_INK * preview.width * preview.height;
}
