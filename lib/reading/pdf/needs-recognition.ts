import type { Box } from '#lib/contract/box.ts';
import { areaOf, containsCentre, intersection } from '#lib/document/box.ts';
import { drawLoadedPage } from './draw-page.ts';
import type { OpenDocument } from './open-document.ts';
import type { PageObjects } from './page-objects.ts';
import type { TextLayer } from './read-text.ts';

const FEWEST_CHARACTERS = 20;
const LARGEST_UNMAPPED_SHARE = 0.3;
const PREVIEW_WIDTH = 300;
/** Share of pixels with ink outside of words from which something is left to recognise. */
const LEAST_INK = 0.0008;
const LARGE_PICTURE = 0.4;
/** A picture with fewer words than this on it is a scan whose text is missing. */
const FEWEST_WORDS_ON_PICTURE = 12;

/** `whole`: the page's own text is of no use. `rest`: it is right, but a picture on the page has text of its own. */
export type RecognitionNeed = 'none' | 'whole' | 'rest';

/** Decides whether an open page must be recognised from its picture, see `RecognitionNeed`. */
export function recognitionNeed(document: OpenDocument, page: number, layer: TextLayer, objects: PageObjects): RecognitionNeed {
  let usable = 0;
  let unmapped = 0;
  for (const { code, generated, style } of layer.characters) {
    if (generated || code <= 0x20) continue;
    if (style?.unmapped || code === 0xfffd || isPrivateUse(code)) unmapped++;
    else usable++;
  }
  const all = usable + unmapped;
  if (all > FEWEST_CHARACTERS && unmapped > LARGEST_UNMAPPED_SHARE * all) return 'whole';
  const shown = layer.words.filter(({ hidden }) => !hidden);
  if (usable < FEWEST_CHARACTERS)
    return hasInkBeside(
      document,
      page,
      shown.map(({ box }) => box),
    )
      ? shown.length > 0
        ? 'rest'
        : 'whole'
      : 'none';
  const bare = objects.pictures.some(({ box }) => {
    const seen = intersection(box, [0, 0, 1, 1]);
    return seen && areaOf(seen) > LARGE_PICTURE && shown.filter((word) => containsCentre(seen, word.box)).length < FEWEST_WORDS_ON_PICTURE;
  });
  return bare ? 'rest' : 'none';
}

function isPrivateUse(code: number): boolean {
  return (code >= 0xe000 && code <= 0xf8ff) || code >= 0xf0000;
}

/** Whether anything is drawn outside the given boxes. */
function hasInkBeside(document: OpenDocument, page: number, boxes: readonly Box[]): boolean {
  const { pixels, width, height } = drawLoadedPage(document.pdfium, page, { width: PREVIEW_WIDTH, maxPixels: 1_000_000 });
  let ink = 0;
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const index = (y * width + x) * 4;
      if (pixels[index]! >= 200 && pixels[index + 1]! >= 200 && pixels[index + 2]! >= 200) continue;
      const [px, py] = [(x + 0.5) / width, (y + 0.5) / height];
      if (!boxes.some((box) => px >= box[0] - 0.005 && px <= box[2] + 0.005 && py >= box[1] - 0.005 && py <= box[3] + 0.005)) ink++;
    }
  }
  return ink > LEAST_INK * width * height;
}
