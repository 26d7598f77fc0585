/**
 * Advance widths in thousandths of the font size. The Latin ones are those of the PostScript standard fonts Helvetica and
 * Helvetica-Bold (their metrics are the same in Arial and Liberation Sans); other scripts get a typical width by class.
 */
const REGULAR: readonly number[] = [
  278, 278, 355, 556, 556, 889, 667, 191, 333, 333, 389, 584, 278, 333, 278, 278, 556, 556, 556, 556, 556, 556, 556, 556, 556, 556, 278,
  278, 584, 584, 584, 556, 1015, 667, 667, 722, 722, 667, 611, 778, 722, 278, 500, 667, 556, 833, 722, 778, 667, 778, 722, 667, 611, 722,
  667, 944, 667, 667, 611, 278, 278, 278, 469, 556, 333, 556, 556, 500, 556, 556, 278, 556, 556, 222, 222, 500, 222, 833, 556, 556, 556,
  556, 333, 500, 278, 556, 500, 722, 500, 500, 500, 334, 260, 334, 584,
];
const BOLD: readonly number[] = [
  278, 333, 474, 556, 556, 889, 722, 238, 333, 333, 389, 584, 278, 333, 278, 278, 556, 556, 556, 556, 556, 556, 556, 556, 556, 556, 333,
  333, 584, 584, 584, 611, 975, 722, 722, 722, 722, 667, 611, 778, 722, 278, 556, 722, 611, 833, 722, 778, 667, 778, 722, 667, 611, 722,
  667, 944, 667, 667, 611, 333, 278, 333, 584, 556, 333, 556, 611, 556, 611, 556, 333, 611, 611, 278, 278, 556, 278, 889, 611, 611, 611,
  611, 389, 556, 333, 611, 556, 778, 556, 556, 500, 389, 280, 389, 584,
];

const WIDE = /^[ᄀ-ᅟ⺀-〿぀-ヿ㄀-㆏㆐-㏿㐀-䶿一-鿿ꀀ-꓏가-힣豈-﫿︰-﹏＀-｠￠-￦\u{1b000}-\u{1b16f}\u{1f300}-\u{1faff}\u{20000}-\u{3fffd}]$/u;
const ZERO = /^[\p{M}\p{Cf}\p{Cc}]$/u;

/** True for a character that takes a full square: CJK, full-width forms, emoji. Text of them may be broken anywhere. */
export function isWide(character: string): boolean {
  return character > 'ჿ' && WIDE.test(character);
}

const known = new Map<string, number>();

function classWidth(character: string, bold: boolean): number {
  const code = character.codePointAt(0) ?? 32;
  if (code >= 32 && code < 127) return (bold ? BOLD : REGULAR)[code - 32] ?? 556;
  if (ZERO.test(character)) return 0;
  if (isWide(character)) return 1000;
  const base = character.normalize('NFKD').codePointAt(0) ?? code;
  if (base !== code && base >= 32 && base < 127) return (bold ? BOLD : REGULAR)[base - 32] ?? 556;
  if (code === 0x2014 || code === 0x2026 || code === 0x2015) return 1000;
  if (code >= 0x2018 && code <= 0x201b) return 222;
  if (code >= 0x201c && code <= 0x201f) return 333;
  if (code === 0x2022 || code === 0xb7) return 350;
  if (/\p{Lu}/u.test(character)) return bold ? 722 : 680;
  if (/[\p{Script=Arabic}\p{Script=Hebrew}]/u.test(character)) return 500;
  return bold ? 590 : 556;
}

/** Width of one character (one code point) in thousandths of the font size. */
export function glyphWidth(character: string, bold: boolean): number {
  const key = bold ? `b${character}` : character;
  const found = known.get(key);
  if (found !== undefined) return found;
  const width = classWidth(character, bold);
  if (known.size < 20_000) known.set(key, width);
  return width;
}

/** Width of a text in points at `size` points. */
export function textWidth(text: string, size: number, bold = false): number {
  let sum = 0;
  for (const character of text) sum += glyphWidth(character, bold);
  return (sum * size) / 1000;
}
