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
  /** Where letters point to in page space, a unit vector. */
  up: readonly [number, number];
  font: FontFacts;
};

/** What a font says of itself; how far its letters reach over and (negative) under the baseline, in ems. */
type FontFacts = { bold: boolean; ascent: number; descent: number };

/** One character of the text layer in the order of PDFium. Boxes may reach over the page's edge. */
export type Character = { code: number; box: Box; style: TextStyle | null; generated: boolean };

const UNPAINTED_MODES = new Set([3, 7]);
const FORCE_BOLD = 1 << 18;
/**
 * Boxes higher than so many font sizes are not those of lines: PDFium takes the font's bounding box in, which is five lines high in
 * fonts with signs of mathematics (Cambria).
 */
const HIGHEST = 2;
/** How far letters reach where the font says nothing that could be true, in ems. */
const USUAL = { ascent: 0.95, descent: -0.25 };
const BOLD_NAME = /bold|black|heavy|semibold|demi(?!tri)/i;

/** Reads all characters of an open text page; `map` is that of the page as displayed. */
export function readCharacters(pdfium: Pdfium, textPage: number, map: PageMap): Character[] {
  const { raw, scratch } = pdfium;
  const count = Math.max(0, pdfium.api.FPDFText_CountChars(textPage));
  const styles = new Map<number, TextStyle>();
  const fonts = new Map<number, FontFacts>();
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
    const object = getObject(textPage, index);
    let style = object === 0 ? null : (styles.get(object) ?? null);
    if (object !== 0 && !style) {
      style = readStyle(pdfium, textPage, index, object, fonts);
      styles.set(object, style);
    }
    getBox(textPage, index, scratch);
    const edges: Edges = [pdfium.float32(scratch), pdfium.float32(scratch, 3), pdfium.float32(scratch, 2), pdfium.float32(scratch, 1)];
    const box = map.box(...(style && isTooHigh(edges, style) ? lineEdges(pdfium, textPage, index, edges, style) : edges));
    const before = characters.at(-1);
    if (before && isLowSurrogate(code) && isHighSurrogate(before.code)) {
      before.code = (before.code - 0xd800) * 0x400 + (code - 0xdc00) + 0x10000;
      before.box = union(before.box, box);
    } else characters.push({ code, box, style, generated: object === 0 });
  }
  return characters;
}

/** Left, bottom, right and top in page space, points. */
type Edges = [left: number, bottom: number, right: number, top: number];

function isTooHigh([left, bottom, right, top]: Edges, { up: [x, y], size }: TextStyle): boolean {
  const height = x === 0 ? top - bottom : y === 0 ? right - left : 0;
  return height > HIGHEST * size;
}

/** The edges with those over and under the letters where the font's own lines have them. */
function lineEdges(pdfium: Pdfium, textPage: number, index: number, edges: Edges, { up: [x, y], size, font }: TextStyle): Edges {
  const { api, scratch } = pdfium;
  if (!api.FPDFText_GetCharOrigin(textPage, index, scratch, scratch + 8)) return edges;
  const [left, bottom, right, top] = edges;
  const reach = (baseline: number, direction: number): [number, number] => {
    const [a, b] = [baseline + direction * font.descent * size, baseline + direction * font.ascent * size];
    return a < b ? [a, b] : [b, a];
  };
  if (x === 0) {
    const [low, high] = reach(pdfium.float64(scratch, 1), y);
    return [left, low, right, high];
  }
  const [low, high] = reach(pdfium.float64(scratch), x);
  return [low, bottom, high, top];
}

function isHighSurrogate(code: number): boolean {
  return code >= 0xd800 && code < 0xdc00;
}

function isLowSurrogate(code: number): boolean {
  return code >= 0xdc00 && code < 0xe000;
}

function readStyle(pdfium: Pdfium, textPage: number, index: number, object: number, fonts: Map<number, FontFacts>): TextStyle {
  const { api, scratch } = pdfium;
  let scale = 1;
  let up: [number, number] = [0, 1];
  if (api.FPDFText_GetMatrix(textPage, index, scratch)) {
    const [x, y] = [pdfium.float32(scratch, 2), pdfium.float32(scratch, 3)];
    scale = Math.hypot(x, y) || 1;
    up = [straight(x / scale), straight(y / scale)];
  }
  const size = api.FPDFText_GetFontSize(textPage, index) * scale;
  let colour = 0;
  let alpha = 255;
  if (api.FPDFPageObj_GetFillColor(object, scratch, scratch + 4, scratch + 8, scratch + 12)) {
    colour = (pdfium.uint32(scratch) << 16) | (pdfium.uint32(scratch, 1) << 8) | pdfium.uint32(scratch, 2);
    alpha = pdfium.uint32(scratch, 3);
  }
  const mode = api.FPDFTextObj_GetTextRenderMode(object);
  const font = readFont(pdfium, object, fonts);
  const unmapped = api.FPDFText_HasUnicodeMapError(textPage, index) === 1;
  return {
    object,
    size,
    unmapped,
    ...{ bold: font.bold, font, up },
    invisible: UNPAINTED_MODES.has(mode) || (alpha === 0 && mode === 0),
    colour,
  };
}

/** A part of a unit vector, without the last digits of rounding, so that straight print is straight. */
function straight(part: number): number {
  return Math.abs(part) < 1e-3 ? 0 : part;
}

function readFont({ api, fill, float32, scratch }: Pdfium, object: number, fonts: Map<number, FontFacts>): FontFacts {
  const font = api.FPDFTextObj_GetFont(object);
  if (font === 0) return { bold: false, ...USUAL };
  let facts = fonts.get(font);
  if (!facts) {
    const name = new TextDecoder().decode(fill((buffer, size) => api.FPDFFont_GetBaseFontName(font, buffer, size)));
    const bold = BOLD_NAME.test(name) || (api.FPDFFont_GetFlags(font) & FORCE_BOLD) !== 0;
    const ascent = api.FPDFFont_GetAscent(font, 1, scratch) ? float32(scratch) : 0;
    const descent = api.FPDFFont_GetDescent(font, 1, scratch) ? float32(scratch) : 0;
    const isLikely = ascent - descent > 0.5 && ascent - descent < HIGHEST && ascent > 0 && descent <= 0;
    facts = { bold, ...(isLikely ? { ascent, descent } : USUAL) };
    fonts.set(font, facts);
  }
  return facts;
}
