import type { Pdfium } from './pdfium.ts';

const LARGEST_SAMPLE = 400;

/**
 * Finds how the text of a page stands as displayed.
 * @param rotation quarter turns clockwise of the page's /Rotate
 * @returns quarter turns clockwise (0 to 3) by which most of the text is turned; 0 for upright or no text
 */
export function textQuarterOf(pdfium: Pdfium, textPage: number, rotation: number): number {
  const { api } = pdfium;
  const count = api.FPDFText_CountChars(textPage);
  const step = Math.max(1, Math.floor(count / LARGEST_SAMPLE));
  const votes = [0, 0, 0, 0];
  for (let index = 0; index < count; index += step) {
    const code = api.FPDFText_GetUnicode(textPage, index) >>> 0;
    if (code <= 0x20 || code === 0xa0) continue;
    const quarter = Math.round(api.FPDFText_GetCharAngle(textPage, index) / (Math.PI / 2));
    votes[((quarter % 4) + 4) % 4]! += 1;
  }
  const most = votes.indexOf(Math.max(...votes));
  return votes[most] === 0 ? 0 : (most + rotation) % 4;
}
