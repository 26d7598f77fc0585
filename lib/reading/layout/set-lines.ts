import { isInvisible, visibleText } from '../encoding/strip-controls.ts';
import { glyphWidth, isWide, textWidth } from './glyph-width.ts';
import type { TextRun } from './layout-block.ts';

/** A word set on a line; `x` is the distance in points from the line's start. */
export type SetWord = {
  text: string;
  x: number;
  width: number;
  bold: boolean;
  run: TextRun;
};

export type SetLine = { words: SetWord[]; width: number };

type Token = { text: string; bold: boolean; run: TextRun; before: 'space' | 'tab' | 'line' | 'nothing' };

const TAB_STOP = 36;
const EMPTY_FIELD = 60;
/** Text without any space is cut here so that one token never costs more than a page. */
const MAX_TOKEN = 4000;

function tokens(runs: readonly TextRun[]): Token[] {
  const list: Token[] = [];
  let before: Token['before'] = 'line';
  const stronger = (a: Token['before'], b: Token['before']) => {
    const rank = { nothing: 0, space: 1, tab: 2, line: 3 } as const;
    return rank[b] > rank[a] ? b : a;
  };
  for (const run of runs) {
    const alone = run.field !== undefined || run.ticked !== undefined;
    if (alone && run.text.trim() === '') {
      list.push({ text: '', bold: false, run, before });
      before = 'nothing';
      continue;
    }
    for (const match of visibleText(run.text).matchAll(/(\n|\r\n?)|(\t)|([^\S\n\r\t]+)|(\S+)/g)) {
      if (match[1]) {
        if (before === 'line') list.push({ text: '', bold: false, run: { text: '' }, before: 'line' });
        before = 'line';
      } else if (match[2]) {
        if (before === 'tab') list.push({ text: '', bold: false, run: { text: '' }, before: 'tab' });
        before = before === 'line' ? 'line' : 'tab';
      } else if (match[3]) before = stronger(before, 'space');
      else if (match[4] && isInvisible(match[4])) before = stronger(before, 'space');
      else if (match[4]) {
        const last = list.at(-1);
        const glued = before === 'nothing' && last && last.text !== '' && !alone && !last.run.field && last.run.ticked === undefined;
        if (glued && last.run.url === run.url && last.text.length < MAX_TOKEN) last.text += match[4];
        else {
          for (let at = 0; at < match[4].length; at += MAX_TOKEN) {
            list.push({ text: match[4].slice(at, at + MAX_TOKEN), bold: run.bold ?? false, run, before });
            before = 'nothing';
          }
        }
        before = 'nothing';
      }
    }
  }
  return list;
}

/** How many UTF-16 units of `text` fit into `room` points; whole code points only. */
function fitting(text: string, size: number, bold: boolean, room: number): number {
  let sum = 0;
  let length = 0;
  for (const character of text) {
    sum += (glyphWidth(character, bold) * size) / 1000;
    if (sum > room) return length;
    length += character.length;
  }
  return length;
}

/** So many signs are moved to the next line for the sake of a rule; more of them are no text. */
const MOST_MOVED = 4;

/** Opening brackets end no line and closing marks begin none (the least of the Japanese rules, JIS X 4051). */
function breakAt(text: string, length: number): number {
  if (length >= text.length) return text.length;
  let at = length;
  const least = Math.max(1, length - MOST_MOVED);
  while (at > least && /[、。，．）」』】〕》〉！？：；ー,.)\]}!?]/u.test(text[at] ?? '')) at -= 1;
  while (at > least && /[（「『【〔《〈([{]/u.test(text[at - 1] ?? '')) at -= 1;
  return at > 0 ? at : length;
}

/**
 * Breaks runs into lines no wider than `width` points, greedily at spaces; words of full-width characters break anywhere,
 * any other word only when it alone is wider than the line, and not at all with `keepWords` (it then sticks out).
 */
export function setLines(runs: readonly TextRun[], width: number, size: number, allBold = false, keepWords = false): SetLine[] {
  const lines: SetLine[] = [];
  let line: SetLine | undefined;
  const open = (): SetLine => {
    line = { words: [], width: 0 };
    lines.push(line);
    return line;
  };
  for (const token of tokens(runs)) {
    const bold = allBold || token.bold;
    let current = token.before === 'line' || !line ? open() : line;
    let gap = 0;
    if (token.before === 'tab') gap = (Math.floor(current.width / TAB_STOP + 1.1) * TAB_STOP || TAB_STOP) - current.width;
    else if (token.before === 'space' && current.words.length > 0) gap = (glyphWidth(' ', bold) * size) / 1000;
    if (token.text === '') {
      const blank = token.run.field ? EMPTY_FIELD : token.run.ticked !== undefined ? size : 0;
      if (blank > 0) current.words.push({ text: '', x: current.width + gap, width: blank, bold, run: token.run });
      current.width = Math.min(width, current.width + gap + blank);
      continue;
    }
    let text = token.text;
    let need = textWidth(text, size, bold);
    const wide = (need > width && !keepWords) || [...text.slice(0, 200)].some(isWide);
    if (current.width + gap + need > width && current.width > 0 && !(wide && width - current.width - gap > 3 * size)) {
      current = open();
      gap = 0;
    }
    while (current.width + gap + need > width && wide) {
      const room = width - current.width - gap;
      const cut = breakAt(text, Math.max(fitting(text, size, bold, room), current.width > 0 ? 0 : ([...text][0]?.length ?? 1)));
      if (cut >= text.length) break;
      if (cut > 0) {
        const part = text.slice(0, cut);
        const partWidth = textWidth(part, size, bold);
        current.words.push({ text: part, x: current.width + gap, width: partWidth, bold, run: token.run });
        current.width += gap + partWidth;
        text = text.slice(cut);
        need = textWidth(text, size, bold);
      }
      current = open();
      gap = 0;
    }
    current.words.push({ text, x: current.width + gap, width: need, bold, run: token.run });
    current.width += gap + need;
  }
  return lines;
}
