import { drawLoadedPage } from './draw-page.ts';
import type { OpenDocument } from './open-document.ts';
import type { TextLayer } from './read-text.ts';

const FEWEST_CHARACTERS = 20;
const LARGEST_UNMAPPED_SHARE = 0.3;
const PREVIEW_WIDTH = 300;
/** Share of pixels with ink from which a page is not blank. */
const LEAST_INK = 0.0008;

/**
 * Decides whether the text of an open page must be recognised from its picture: it has nearly no usable characters though
 * something is drawn on it, or its fonts do not tell what their characters mean.
 */
export function needsRecognition(document: OpenDocument, page: number, layer: TextLayer): boolean {
  let usable = 0;
  let unmapped = 0;
  let all = 0;
  for (const { code, generated, mapError } of layer.characters) {
    if (generated || code <= 0x20) continue;
    all++;
    if (mapError || code === 0xfffd || isPrivateUse(code)) unmapped++;
    else usable++;
  }
  if (all > FEWEST_CHARACTERS && unmapped > LARGEST_UNMAPPED_SHARE * all) return true;
  return usable < FEWEST_CHARACTERS && hasInk(document, page);
}

function isPrivateUse(code: number): boolean {
  return (code >= 0xe000 && code <= 0xf8ff) || code >= 0xf0000;
}

function hasInk(document: OpenDocument, page: number): boolean {
  const { pixels } = drawLoadedPage(document.pdfium, page, { width: PREVIEW_WIDTH, maxPixels: 1_000_000 });
  let ink = 0;
  for (let index = 0; index < pixels.length; index += 4) {
    if (pixels[index]! < 200 || pixels[index + 1]! < 200 || pixels[index + 2]! < 200) ink++;
  }
  return ink > LEAST_INK * (pixels.length / 4);
}
