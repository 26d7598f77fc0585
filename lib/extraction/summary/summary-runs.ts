import type { Page, Reading } from '#lib/contract/service/reading.ts';
import { beginsHistory, isEnumerator } from './summary-cues.ts';

/** A word of the reading by its place: index into `pages` and into that page's `words`. */
export type WordPlace = { page: number; word: number };
/** Words that are read one after the other without a break in sense: a paragraph, an item, a cell of prose. */
export type Run = WordPlace[];

const PROSE = new Set(['paragraph', 'list_item', 'note']);
/** Words from which on a cell of a table may hold sentences. */
const LONG_CELL = 12;
/** A gap between words of a line that separates columns, in heights of the line. */
const COLUMN_GAP = 2;
/** A line that ends before this part of its block’s width, though the next word had room, ends something. */
const EARLY_PART = 0.8;
/** How much larger type may be within one run. */
const SAME_SIZE = 1.15;

/**
 * The running text of a reading, in reading order: paragraphs, items and cells of prose, each broken where a line ends early,
 * the type changes or columns part, and joined again where a column or a page breaks a sentence. Hidden pages and words, headings,
 * headers and footers, and what a mail repeats of older mails are left out.
 */
export function listRuns(reading: Reading): Run[] {
  const isMail = reading.media_type === 'message/rfc822' || reading.media_type === 'application/vnd.ms-outlook';
  const runs: Run[] = [];
  for (const [index, page] of reading.pages.entries()) {
    if (page.hidden) continue;
    for (const block of page.blocks) {
      if (block.kind === 'table') continue;
      if (!PROSE.has(block.kind)) continue;
      for (const part of partsOf(page, block.lines)) {
        if (isMail && part.isHistory) return runs;
        const run = part.words.map((word) => ({ page: index, word }));
        if (part.isFirst && goesOn(reading, runs.at(-1), run)) runs.at(-1)!.push(...run);
        else runs.push(run);
      }
    }
    runs.push(...proseCells(page).map((words) => words.map((word) => ({ page: index, word }))));
  }
  return runs;
}

type Part = { words: number[]; isFirst: boolean; isHistory: boolean };

/** The parts of a block between hard line breaks, column gaps and changes of type. */
function partsOf(page: Page, [first, end]: readonly [number, number]): Part[] {
  const lines = page.lines.slice(first, end);
  const [left, right] = [Math.min(...lines.map(({ box }) => box[0])), Math.max(...lines.map(({ box }) => box[2]))];
  const early = left + EARLY_PART * (right - left);
  const parts: Part[] = [];
  let isOpen = false;
  let isQuote = false;
  for (const [at, line] of lines.entries()) {
    const words: number[] = [];
    for (let word = line.words[0]; word < line.words[1]; word++) if (!page.words[word]!.hidden) words.push(word);
    if (words.length === 0) continue;
    const text = words.map((word) => page.words[word]!.text).join(' ');
    if (text.startsWith('>')) {
      isQuote = true;
      isOpen = false;
      continue;
    }
    if (isQuote) isOpen = false;
    isQuote = false;
    const previous = parts.at(-1);
    for (const [segmentAt, segment] of segmentsOf(page, words).entries()) {
      const joins = isOpen && segmentAt === 0 && previous && !isBreak(page, previous.words, segment, right, early);
      if (joins) previous.words.push(...segment);
      else parts.push({ words: segment, isFirst: at === 0 && segmentAt === 0, isHistory: beginsHistory(text) });
      isOpen = true;
    }
  }
  return parts;
}

/** The words of a line between gaps wide enough to part columns. */
function segmentsOf(page: Page, words: number[]): number[][] {
  const segments: number[][] = [[]];
  for (const [at, word] of words.entries()) {
    const { box } = page.words[word]!;
    const before = at > 0 ? page.words[words[at - 1]!]!.box : null;
    const height = (box[3] - box[1]) * page.height;
    if (before && (box[0] - before[2]) * page.width > COLUMN_GAP * height && !isEnumerator(page.words[words[at - 1]!]!.text))
      segments.push([]);
    segments.at(-1)!.push(word);
  }
  return segments;
}

/** True when the next line begins something of its own. */
function isBreak(page: Page, before: number[], next: number[], right: number, early: number): boolean {
  const [last, first] = [page.words[before.at(-1)!]!, page.words[next[0]!]!];
  if (isEnumerator(first.text) && next.length > 1) return true;
  if (/^\P{L}*\p{Ll}/u.test(first.text) || /[\p{L}][-\u00ad\u2010]$/u.test(last.text)) return false;
  const sizes = [last.size, first.size].map((size) => size ?? 0);
  if (sizes[0]! > 0 && sizes[1]! > 0 && Math.max(...sizes) > SAME_SIZE * Math.min(...sizes)) return true;
  if (
    (last.bold ?? false) !== (first.bold ?? false) &&
    !/[.!?…]["'”’»)]*$/u.test(last.text) &&
    isAll(page, before, ({ bold }) => bold ?? false)
  )
    return true;
  if (isAll(page, before, ({ text }) => !/\p{Ll}/u.test(text)) && !isAll(page, next, ({ text }) => !/\p{Ll}/u.test(text))) return true;
  // the first word of the next line would have had room at the end of this one
  const width = first.box[2] - first.box[0];
  const space = (0.35 * (last.box[3] - last.box[1]) * page.height) / page.width;
  return last.box[2] < early && last.box[2] + 2 * space + 1.3 * width < right;
}

function isAll(page: Page, words: number[], test: (word: Page['words'][number]) => boolean): boolean {
  return words.every((word) => test(page.words[word]!));
}

/** True when a run goes on in the next block: it is not ended, and what follows begins in the middle. */
function goesOn({ pages }: Reading, before: Run | undefined, next: Run): boolean {
  const [last, first] = [before?.at(-1), next[0]];
  if (!before || !last || !first || before.length < 4) return false;
  const [end, begin] = [pages[last.page]!.words[last.word]!.text, pages[first.page]!.words[first.word]!.text];
  if (last.page !== first.page && first.page !== last.page + 1) return false;
  return !/[.!?…:;]["'”’»)]*$/u.test(end) && /^[("'“„«]*\p{Ll}/u.test(begin) && !isEnumerator(begin);
}

/** Cells of tables that hold so many words that they can be sentences. */
function proseCells(page: Page): number[][] {
  return page.tables.flatMap(({ cells }) =>
    cells
      .filter(({ words, text }) => words.length >= LONG_CELL && /[.!?…]["'”’»)]*(?:\s|$)/u.test(text))
      .map(({ words }) => words.filter((word) => page.words[word] && !page.words[word].hidden)),
  );
}
