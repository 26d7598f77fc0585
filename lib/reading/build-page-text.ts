import type { Box } from '#lib/contract/box.ts';
import type { Block, Line, Word } from '#lib/contract/reading.ts';
import { heightOf, turnBox, unionAll } from '#lib/document/box.ts';
import { orderSegments, type Stretch, type VisualLine } from '#lib/document/reading-order.ts';
import { groupSegments, medianHeight } from '#lib/document/text-segments.ts';

/** Words in reading order with the lines and blocks over them; `order[i]` is the old index of the new word `i`. */
export type PageText<W extends Word> = { words: W[]; lines: Line[]; blocks: Block[]; order: number[] };

export type PageShape = {
  /** Points, as displayed. */
  width: number;
  height: number;
  /** Degrees clockwise that make the text upright. */
  turn: 0 | 90 | 180 | 270;
};

const BULLET = /^(?:[•‣▪●○◦■□–—*·-]|\(?(?:\d{1,2}|[a-z]|[ivx]{1,4})[.)])$/i;

/**
 * Groups the words of a page into lines and blocks in reading order.
 * Words may come in any order; their boxes are fractions of the displayed page.
 * @param isParted forbids joining two word boxes (points, upright) on one line, e.g. across a ruling
 */
export function buildPageText<W extends Word>(
  words: readonly W[],
  shape: PageShape,
  isParted?: (left: Box, right: Box) => boolean,
): PageText<W> {
  const boxes = words.map(({ box }) => toPoints(box, shape));
  const segments = groupSegments(boxes, isParted);
  const lineHeight = medianHeight(boxes);
  const text: PageText<W> = { words: [], lines: [], blocks: [], order: [] };
  for (const stretch of orderSegments(segments, lineHeight)) addStretch(text, stretch, words, boxes);
  return text;
}

/** A box in points of the upright page back to fractions of the displayed page: the way back from `toPoints`. */
export function fromPoints(box: Box, { width, height, turn }: PageShape): Box {
  const [x, y] = turn % 180 === 0 ? [width, height] : [height, width];
  return turnBox([box[0] / x, box[1] / y, box[2] / x, box[3] / y], ((360 - turn) % 360) as PageShape['turn']);
}

/** The box in points of the page turned upright. */
export function toPoints(box: Box, { width, height, turn }: PageShape): Box {
  const [left, top, right, bottom] = turnBox(box, turn);
  const [x, y] = turn % 180 === 0 ? [width, height] : [height, width];
  return [left * x, top * y, right * x, bottom * y];
}

function addStretch<W extends Word>(text: PageText<W>, stretch: Stretch, words: readonly W[], boxes: readonly Box[]): void {
  let open: { lines: VisualLine[]; first: number } | null = null;
  const usual = usualSize(stretch, words);
  const finish = () => {
    if (open) text.blocks.push(toBlock(text, open.first, usual));
    open = null;
  };
  for (const line of stretch) {
    if (open && startsBlock((open as { lines: VisualLine[] }).lines, line, words)) finish();
    open ??= { lines: [], first: text.lines.length };
    open.lines.push(line);
    addLine(text, line, words, boxes);
  }
  finish();
}

function addLine<W extends Word>(text: PageText<W>, line: VisualLine, words: readonly W[], boxes: readonly Box[]): void {
  const start = text.words.length;
  for (const segment of line.segments) {
    for (const index of [...segment.items].sort((a, b) => boxes[a]![0] - boxes[b]![0])) {
      text.words.push(words[index]!);
      text.order.push(index);
    }
  }
  text.lines.push({ words: [start, text.words.length], box: unionAll(text.words.slice(start).map(({ box }) => box)) });
}

function startsBlock(lines: readonly VisualLine[], next: VisualLine, words: readonly Word[]): boolean {
  const last = lines.at(-1)!;
  const height = Math.min(heightOf(last.box), heightOf(next.box));
  const gap = next.box[1] - last.box[3];
  if (gap > 0.7 * height) return true;
  const before = lines.at(-2);
  if (before && gap > last.box[1] - before.box[3] + 0.35 * height) return true;
  const [a, b] = [sizeOf(last, words), sizeOf(next, words)];
  if (Math.max(a, b) > 1.18 * Math.min(a, b)) return true;
  if (isBold(last, words) !== isBold(next, words) && (isBold(next, words) || lines.every((line) => isBold(line, words)))) return true;
  return BULLET.test(firstWord(next, words));
}

function toBlock(text: PageText<Word>, first: number, usual: number): Block {
  const lines = text.lines.slice(first);
  const words = text.words.slice(lines[0]!.words[0]);
  const size = averageSize(words);
  const bold = words.every((word) => word.bold === true);
  const box = unionAll(lines.map((line) => line.box));
  const range: [number, number] = [first, text.lines.length];
  if (BULLET.test(words[0]!.text) && words.length > 1) return { kind: 'list_item', lines: range, box };
  if (
    lines.length <= 3 &&
    words.length <= 30 &&
    (size > 1.18 * usual || (bold && lines.length <= 2 && /\p{L}{3}/u.test(words.map((word) => word.text).join(' '))))
  )
    return { kind: 'heading', level: size > 1.6 * usual ? 1 : size > 1.18 * usual ? 2 : 3, lines: range, box };
  return { kind: 'paragraph', lines: range, box };
}

function usualSize(stretch: Stretch, words: readonly Word[]): number {
  const sizes = stretch
    .flatMap((line) => line.segments.flatMap(({ items }) => items.map((index) => words[index]!.size ?? 10)))
    .sort((a, b) => a - b);
  return sizes[sizes.length >> 1] ?? 10;
}

function averageSize(words: readonly Word[]): number {
  return words.reduce((sum, word) => sum + (word.size ?? 10), 0) / Math.max(1, words.length);
}

function lineWords(line: VisualLine, words: readonly Word[]): Word[] {
  return line.segments.flatMap(({ items }) => items.map((index) => words[index]!));
}

function sizeOf(line: VisualLine, words: readonly Word[]): number {
  return averageSize(lineWords(line, words));
}

function isBold(line: VisualLine, words: readonly Word[]): boolean {
  return lineWords(line, words).every((word) => word.bold === true);
}

function firstWord(line: VisualLine, words: readonly Word[]): string {
  return lineWords(line, words)[0]?.text ?? '';
}
