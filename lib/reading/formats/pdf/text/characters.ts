import type { Box } from '#lib/contract/service/box.ts';
import { union } from '#lib/document/geometry/box.ts';
import type { PageMap } from '../pdfium/page-map.ts';
import type { Pdfium } from '../pdfium/pdfium.ts';

/** What the characters of one text object share. */
export type TextStyle = {
  /** Address of PDFium's text object. */
  object: number;
  /** Font size in points as displayed. */
  size: number;
  bold: boolean;
  /** Drawn with neither fill nor stroke (text render modes 3 and 7) or fully transparent. */
  invisible: boolean;
  /** The font does not tell which characters its codes mean. */
  unmapped: boolean;
  /** Fill colour 0xRRGGBB. */
  colour: number;
};

/** One character of the text layer in the order of PDFium. Boxes may reach over the page's edge. */
export type Character = { code: number; box: Box; style: TextStyle | null; generated: boolean };

const UNPAINTED_MODES = new Set([3, 7]);
const FORCE_BOLD = 1 << 18;
const BOLD_NAME = /bold|black|heavy|semibold|demi(?!tri)/i;

/** Reads all characters of an open text page; `map` is that of the page as displayed. */
export function readCharacters(pdfium: Pdfium, textPage: number, map: PageMap): Character[] {
  const { raw, scratch } = pdfium;
  const count = Math.max(0, pdfium.api.FPDFText_CountChars(textPage));
  const styles = new Map<number, TextStyle>();
  const fonts = new Map<number, boolean>();
  const characters: Character[] = [];
  const call = (name: string) => {
    const found = raw[`_${name}`];
    if (!found) throw new Error(`PDFium has no ${name}.`);
    return found;
  };
  const getUnicode = call('FPDFText_GetUnicode');
  const getBox = call('FPDFText_GetLooseCharBox');
  const getObject = call('FPDFText_GetTextObject');
  for (let index = 0; index < count; index++) {
    const code = getUnicode(textPage, index) >>> 0;
    getBox(textPage, index, scratch);
    const box = map.box(pdfium.float32(scratch), pdfium.float32(scratch, 3), pdfium.float32(scratch, 2), pdfium.float32(scratch, 1));
    const object = getObject(textPage, index);
    let style = object === 0 ? null : (styles.get(object) ?? null);
    if (object !== 0 && !style) {
      style = readStyle(pdfium, textPage, index, object, fonts);
      styles.set(object, style);
    }
    const before = characters.at(-1);
    if (before && isLowSurrogate(code) && isHighSurrogate(before.code)) {
      before.code = (before.code - 0xd800) * 0x400 + (code - 0xdc00) + 0x10000;
      before.box = union(before.box, box);
    } else characters.push({ code, box, style, generated: object === 0 });
  }
  return characters;
}

function isHighSurrogate(code: number): boolean {
  return code >= 0xd800 && code < 0xdc00;
}

function isLowSurrogate(code: number): boolean {
  return code >= 0xdc00 && code < 0xe000;
}

function readStyle(pdfium: Pdfium, textPage: number, index: number, object: number, fonts: Map<number, boolean>): TextStyle {
  const { api, scratch } = pdfium;
  let scale = 1;
  if (api.FPDFText_GetMatrix(textPage, index, scratch)) scale = Math.hypot(pdfium.float32(scratch, 2), pdfium.float32(scratch, 3)) || 1;
  const size = api.FPDFText_GetFontSize(textPage, index) * scale;
  let colour = 0;
  let alpha = 255;
  if (api.FPDFPageObj_GetFillColor(object, scratch, scratch + 4, scratch + 8, scratch + 12)) {
    colour = (pdfium.uint32(scratch) << 16) | (pdfium.uint32(scratch, 1) << 8) | pdfium.uint32(scratch, 2);
    alpha = pdfium.uint32(scratch, 3);
  }
  const mode = api.FPDFTextObj_GetTextRenderMode(object);
  const unmapped = api.FPDFText_HasUnicodeMapError(textPage, index) === 1;
  return {
    object,
    size,
    unmapped,
    bold: isBold(pdfium, object, fonts),
    invisible: UNPAINTED_MODES.has(mode) || (alpha === 0 && mode === 0),
    colour,
  };
}

function isBold(pdfium: Pdfium, object: number, fonts: Map<number, boolean>): boolean {
  const { api } = pdfium;
  const font = api.FPDFTextObj_GetFont(object);
  if (font === 0) return false;
  let bold = fonts.get(font);
  if (bold === undefined) {
    const name = new TextDecoder().decode(pdfium.fill((buffer, size) => api.FPDFFont_GetBaseFontName(font, buffer, size)));
    bold = BOLD_NAME.test(name) || (api.FPDFFont_GetFlags(font) & FORCE_BOLD) !== 0;
    fonts.set(font, bold);
  }
  return bold;
}
