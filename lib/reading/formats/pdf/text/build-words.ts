import type { Box } from '#lib/contract/service/box.ts';
import type { Word } from '#lib/contract/service/reading.ts';
import { clampBox, heightOf, turnBox, union, verticalOverlap } from '#lib/document/geometry/box.ts';
import type { Character, TextStyle } from './characters.ts';

/** A word with what later steps ask about it. */
export type PdfWord = Word & {
  style: TextStyle | null;
  /** Where one text object of the file ends and the next begins inside the word. */
  seams: Seam[];
  /** True when the line break after it cuts a hyphenated word in two. */
  hyphenated: boolean;
  /** It stands outside of what the page shows; its box is then on the page's edge. */
  isOffPage: boolean;
};

/** A change of text object: `at` characters (UTF-16) of the word stand before it. */
export type Seam = { at: number; before: Box; after: Box };

/** PDFium's mark for a hyphen at a line's end; no line break follows it. */
const LINE_END_HYPHEN = 2;
const SOFT_HYPHEN = 0xad;
const HYPHENS = new Set([0x2d, SOFT_HYPHEN, 0x2010, 0x2011]);
const NOTHING = new Set([0, 0xfffe, 0xffff, 0x200b, 0x200c, 0x200d, 0x2060, 0xfeff]);
const LIGATURES: Record<number, string> = { 64256: 'ff', 64257: 'fi', 64258: 'fl', 64259: 'ffi', 64260: 'ffl', 64261: 'st', 64262: 'st' };
const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff]/;
/** A gap wider than this many line heights parts two words even without a space. */
const WIDEST_GAP = 0.6;
/** Points. */
const SMALLEST_VISIBLE_SIZE = 2;

type Draft = {
  text: string;
  box: Box;
  style: TextStyle | null;
  last: Box;
  object: number;
  seams: { at: number; before: Box }[];
  tail: Box;
  isOffPage: boolean;
};

/**
 * Joins characters to words in the order given. Words off the page are marked as hidden, with their boxes cut to the page.
 * @param turn degrees clockwise that make the text of this page upright, to tell gaps from line breaks
 * @param aspect width of the displayed page divided by its height
 */
export function buildWords(characters: readonly Character[], turn: 0 | 90 | 180 | 270, aspect: number): PdfWord[] {
  const words: PdfWord[] = [];
  let draft: Draft | null = null;
  const finish = (hyphenated = false) => {
    if (draft) words.push(toWord(draft, hyphenated));
    draft = null;
  };
  for (const [index, character] of characters.entries()) {
    const { code, box } = character;
    if (NOTHING.has(code) || isSameHyphen(character, characters[index - 1])) continue;
    if (isSpace(code)) {
      finish();
      continue;
    }
    const text = code === LINE_END_HYPHEN || code === SOFT_HYPHEN ? '-' : (LIGATURES[code] ?? safeText(code));
    if (text === '') continue;
    const upright = turnBox(box, turn);
    const off = isOffPage(box);
    if (draft && off !== (draft as Draft).isOffPage) finish();
    if (draft && isApart((draft as Draft).last, upright, text, turn % 180 === 0 ? aspect : 1 / aspect)) finish();
    if (draft) {
      const open: Draft = draft;
      const object = character.style?.object ?? open.object;
      const isSeam = object !== open.object;
      draft = {
        text: open.text + text,
        box: union(open.box, box),
        isOffPage: off,
        style: open.style ?? character.style,
        last: upright,
        object,
        seams: isSeam ? [...open.seams, { at: open.text.length, before: open.box }] : open.seams,
        tail: isSeam ? box : union(open.tail, box),
      };
    } else {
      const { style } = character;
      draft = { text, box, style, last: upright, object: style?.object ?? 0, seams: [], tail: box, isOffPage: off };
    }
    if (code === LINE_END_HYPHEN) finish(true);
  }
  finish();
  return words;
}

function toWord(draft: Draft, hyphenated: boolean): PdfWord {
  const { style, isOffPage: off } = draft;
  const hidden = off || (style !== null && (style.invisible || style.size < SMALLEST_VISIBLE_SIZE));
  return {
    text: draft.text.normalize('NFC'),
    box: clampBox(draft.box),
    ...(style && { size: Math.round(style.size * 10) / 10 }),
    ...(style?.bold && { bold: true }),
    ...(hidden && { hidden: true }),
    style,
    hyphenated,
    isOffPage: off,
    // only the last one matters: a text that ran into the next column
    seams: draft.seams.slice(-1).map(({ at, before }) => ({ at, before: clampBox(before), after: clampBox(draft.tail) })),
  };
}

function safeText(code: number): string {
  if (code > 0x10ffff || (code >= 0xd800 && code <= 0xdfff) || code < 0x20 || (code >= 0x7f && code < 0xa0)) return '';
  return String.fromCodePoint(code);
}

/** Some programs (Quartz) call the one glyph of a hyphen by all its code points, one after the other. */
function isSameHyphen({ code, box }: Character, before: Character | undefined): boolean {
  return HYPHENS.has(code) && before !== undefined && HYPHENS.has(before.code) && box.every((edge, at) => edge === before.box[at]);
}

function isSpace(code: number): boolean {
  return (
    code === 0x20 || (code >= 9 && code <= 13) || code === 0xa0 || (code >= 0x2000 && code <= 0x200a) || code === 0x202f || code === 0x3000
  );
}

function isOffPage(box: Box): boolean {
  return box[2] <= 0 || box[0] >= 1 || box[3] <= 0 || box[1] >= 1;
}

/** Whether the next character starts a new word though no space stands between. */
function isApart(last: Box, next: Box, text: string, aspect: number): boolean {
  const height = Math.max(heightOf(last), heightOf(next));
  if (height === 0) return false;
  if (verticalOverlap(last, next) < 0.3) return true;
  const gap = ((next[0] - last[2]) * aspect) / height;
  if (gap > WIDEST_GAP) return true;
  return !RIGHT_TO_LEFT.test(text) && ((last[0] - next[2]) * aspect) / height > WIDEST_GAP;
}
