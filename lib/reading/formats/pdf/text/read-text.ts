import { withTextPage } from '../pdfium/load-page.ts';
import type { OpenDocument } from '../pdfium/open-document.ts';
import type { PageMap } from '../pdfium/page-map.ts';
import { textQuarterOf } from '../pdfium/page-turn.ts';
import { buildWords, type PdfWord } from './build-words.ts';
import { type Character, readCharacters } from './characters.ts';
import { splitAtSeams } from './split-at-seams.ts';

export type Turn = 0 | 90 | 180 | 270;
/** The text layer of a page; `turn` is how many degrees clockwise would make it upright. */
export type TextLayer = { words: PdfWord[]; characters: Character[]; turn: Turn };

/**
 * Reads the words of an open page. PDFium splits words rightly only in upright text: where it stands otherwise, the page is
 * turned for the reading and turned back, while boxes go through the map of the page as displayed.
 */
export function readText(document: OpenDocument, page: number, map: PageMap): TextLayer {
  const { pdfium } = document;
  const { api } = pdfium;
  const rotation = rotationOf(api.FPDFPage_GetRotation(page), map);
  const width = api.FPDF_GetPageWidthF(page);
  const height = Math.max(1, api.FPDF_GetPageHeightF(page));
  const aspect = width / height;
  const read = (textPage: number, quarter: number): TextLayer => {
    const characters = readCharacters(pdfium, textPage, map);
    const turn = (((4 - quarter) % 4) * 90) as Turn;
    const words = splitAtSeams(buildWords(characters, turn, aspect), { width, height, turn });
    return { words, characters, turn };
  };
  const found = withTextPage(document, page, (textPage) => {
    const quarter = textQuarterOf(pdfium, textPage, rotation);
    return quarter === 0 ? read(textPage, 0) : quarter;
  });
  if (typeof found !== 'number') return found;
  api.FPDFPage_SetRotation(page, (rotation - found + 4) % 4);
  try {
    return withTextPage(document, page, (textPage) => read(textPage, found));
  } finally {
    api.FPDFPage_SetRotation(page, rotation);
  }
}

/** Quarter turns clockwise of the page's /Rotate: as PDFium says, which does not know it of pages that do not say that they are pages. */
function rotationOf(said: number, map: PageMap): number {
  if (said >= 0) return said & 3;
  const [x, y] = map.point(0, 0);
  const [right, down] = map.point(1, 0);
  return Math.abs(right - x) > Math.abs(down - y) ? (right > x ? 0 : 2) : down > y ? 1 : 3;
}
