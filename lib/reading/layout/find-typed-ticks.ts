import type { Box } from '#lib/contract/service/box.ts';
import type { Page, Word } from '#lib/contract/service/reading.ts';
import { shareInside, union } from '#lib/document/geometry/box.ts';
import { tickOf } from './tick-signs.ts';

type TickBox = Page['tick_boxes'][number];

const TICKED = /^\[\s*[xX✓✔✗✘]\s*\]/;
const EMPTY = /^\[[_\s]*\]/;

/** The first `count` characters of a word. */
function startOf({ text, box }: Word, count: number): Box {
  const share = Math.min(1, count / Math.max(1, [...text].length));
  return [box[0], box[1], box[0] + (box[2] - box[0]) * share, box[3]];
}

function tickAt(word: Word, next: Word | undefined): TickBox | null {
  const [sign = ''] = word.text;
  const ticked = sign === '' ? undefined : tickOf(sign);
  if (ticked !== undefined) return { box: startOf(word, 1), ticked };
  const typed = TICKED.exec(word.text) ?? EMPTY.exec(word.text);
  if (typed) return { box: startOf(word, typed[0].length), ticked: TICKED.test(word.text) };
  if (word.text === '[' && next?.text.startsWith(']')) return { box: union(word.box, startOf(next, 1)), ticked: false };
  return null;
}

/** Adds the tick boxes that are signs of the text (☐ ☒) or typed as `[ ]` and `[x]`, unless the page already has them. */
export function findTypedTicks(page: Page): void {
  for (const {
    words: [first, end],
  } of page.lines) {
    for (let index = first; index < end; index += 1) {
      const word = page.words[index];
      if (!word || !/^[[☐-☒□❏❑⮽\u{1f5f7}\u{1f5f9}]/u.test(word.text)) continue;
      const tick = tickAt(word, index + 1 < end ? page.words[index + 1] : undefined);
      if (tick && !page.tick_boxes.some((known) => shareInside(tick.box, known.box) > 0.5)) page.tick_boxes.push(tick);
    }
  }
}
