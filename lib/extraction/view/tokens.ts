import type { Page } from '#lib/contract/service/reading.ts';
import { textKey } from '#lib/document/values/fold-text.ts';
import { narrowWords } from './narrow-words.ts';
import { orderVisually } from './visual-order.ts';

/** A word, or a part of one where a label and its value are printed without a space ("Date:12.03.2024"). */
export type Token = {
  index: number;
  /** 0-based page. */
  page: number;
  /** Index into the page's words. */
  word: number;
  /** Index of the page's line the word belongs to. */
  line: number;
  text: string;
  /** Folded letters and digits. */
  key: string;
  /** Edges in ems. */
  left: number;
  top: number;
  right: number;
  bottom: number;
  confidence: number;
  hidden: boolean;
  bold: boolean;
  /** Height relative to the page's median word. */
  size: number;
  /** Continues the word of the token before it. */
  glued: boolean;
  segment: number;
};

const PARTS = /[^:=|]*[\p{L})\].#][:=|]+(?=[^\s:=|/\\])|.+/gu;

/** A tick box that stands before its words without a space (“☒Yes”, “[x]No”). */
const TICK_BEFORE = /^(?:[☐☑☒□❏❑✓✔✗✘⮽🗹🗷]|\[[xX✓✔_]?\])(?=[\p{L}\p{N}])/u;

function partsOf(word: string): string[] {
  const tick = TICK_BEFORE.exec(word)?.[0];
  if (tick) return [tick, ...partsOf(word.slice(tick.length))];
  if (!/\p{L}[.)\]#]?[:=|][^\s/\\]/u.test(word) || /^[a-z]+:\/\//i.test(word) || /@/.test(word)) return [word];
  return word.match(PARTS) ?? [word];
}

function median(values: number[]): number {
  values.sort((a, b) => a - b);
  return values[Math.floor(values.length / 2)] ?? 0;
}

/**
 * Tokens of a page in reading order, with positions in ems (the median word height of the page, kept between 1/250 and
 * 1/12 of the page's height), and the page's size in ems.
 */
export function tokenisePage(given: Page, pageIndex: number, first: number): { tokens: Token[]; size: { width: number; height: number } } {
  const page = narrowWords(given);
  const heights = page.words.filter((word) => word.text.length > 1).map((word) => (word.box[3] - word.box[1]) * page.height);
  const em = Math.min(page.height / 12, Math.max(page.height / 250, median(heights) || page.height / 80));
  const width = page.width / em;
  const height = page.height / em;
  const sizes = median(page.words.map((word) => word.size ?? 0).filter((size) => size > 0));
  const { words, lineOf } = orderVisually(page);
  const tokens: Token[] = [];
  for (const index of words) {
    const word = page.words[index];
    const text = word?.text.trim();
    if (!word || !text) continue;
    let offset = 0;
    const left = word.box[0] * width;
    const perChar = ((word.box[2] - word.box[0]) * width) / text.length;
    for (const part of partsOf(text)) {
      tokens.push({
        index: first + tokens.length,
        page: pageIndex,
        word: index,
        line: lineOf[index] ?? -1,
        text: part,
        key: textKey(part),
        left: left + offset * perChar,
        top: word.box[1] * height,
        right: left + (offset + part.length) * perChar,
        bottom: word.box[3] * height,
        confidence: word.confidence ?? 1,
        hidden: word.hidden ?? false,
        bold: word.bold ?? false,
        size: word.size && sizes ? word.size / sizes : ((word.box[3] - word.box[1]) * page.height) / em,
        glued: offset > 0,
        segment: -1,
      });
      offset += part.length;
    }
  }
  return { tokens, size: { width, height } };
}
