import type { Block, Line, Word } from '#lib/contract/service/reading.ts';
import { heightOf, unionAll } from '#lib/document/geometry/box.ts';
import type { VisualLine } from '#lib/document/geometry/reading-order.ts';

const BULLET = /^(?:[•‣▪●○◦■□–—*·-]|\(?(?:\d{1,2}|[a-z]|[ivx]{1,4})[.)])$/i;
const CAPTION = /^(table|figure|fig\.|tabelle|abbildung|abb\.|tableau|tabla|tabella|figura)\s*[\dIVX]+\b/i;
/** Fractions of the page: what stands wholly above or below is a running title or a page number. */
const HEADER_END = 0.055;
const FOOTER_START = 0.945;
const LARGER = 1.18;
const MUCH_LARGER = 1.6;
const LONGEST_HEADING_WORDS = 30;
const USUAL_SIZE = 10;

/** Whether a line begins a new block after the lines of the open one: a gap, another size or weight, a bullet. */
export function startsBlock(lines: readonly VisualLine[], next: VisualLine, words: readonly Word[]): boolean {
  const last = lines.at(-1)!;
  const height = Math.min(heightOf(last.box), heightOf(next.box));
  const gap = next.box[1] - last.box[3];
  if (gap > 0.7 * height) return true;
  const before = lines.at(-2);
  if (before && gap > last.box[1] - before.box[3] + 0.35 * height) return true;
  const [a, b] = [averageSize(wordsOf(last, words)), averageSize(wordsOf(next, words))];
  if (Math.max(a, b) > LARGER * Math.min(a, b)) return true;
  if (isBold(last, words) !== isBold(next, words) && (isBold(next, words) || lines.every((line) => isBold(line, words)))) return true;
  return BULLET.test(wordsOf(next, words)[0]?.text ?? '');
}

/** The block over lines `first` to the last. `usual` is the usual font size of the page. */
export function toBlock(lines: readonly Line[], first: number, words: readonly Word[], usual: number): Block {
  const own = lines.slice(first);
  const range: Block['lines'] = [first, lines.length];
  const box = unionAll(own.map((line) => line.box));
  const inside = words.slice(own[0]!.words[0], own.at(-1)!.words[1]);
  const text = inside.map((word) => word.text).join(' ');
  if (box[3] < HEADER_END && own.length <= 2) return { kind: 'header', lines: range, box };
  if (box[1] > FOOTER_START && own.length <= 3) return { kind: 'footer', lines: range, box };
  if (CAPTION.test(text) && own.length <= 3) return { kind: 'caption', lines: range, box };
  if (BULLET.test(inside[0]!.text) && inside.length > 1) return { kind: 'list_item', lines: range, box };
  const size = averageSize(inside);
  const bold = own.length <= 2 && inside.every((word) => word.bold === true);
  const isShort = own.length <= 3 && inside.length <= LONGEST_HEADING_WORDS && inside.some(({ text }) => /\p{L}{3}/u.test(text));
  if (!isShort || !(size > LARGER * usual || bold)) return { kind: 'paragraph', lines: range, box };
  return { kind: 'heading', level: size > MUCH_LARGER * usual ? 1 : size > LARGER * usual ? 2 : 3, lines: range, box };
}

/** The median font size of words. */
export function usualSize(words: readonly Word[]): number {
  const sizes = words.map(({ size = USUAL_SIZE }) => size).sort((a, b) => a - b);
  return sizes[sizes.length >> 1] ?? USUAL_SIZE;
}

function averageSize(words: readonly Word[]): number {
  return words.reduce((sum, { size = USUAL_SIZE }) => sum + size, 0) / Math.max(1, words.length);
}

function wordsOf(line: VisualLine, words: readonly Word[]): Word[] {
  return line.segments.flatMap(({ items }) => items.map((index) => words[index]!));
}

function isBold(line: VisualLine, words: readonly Word[]): boolean {
  return wordsOf(line, words).every((word) => word.bold === true);
}
