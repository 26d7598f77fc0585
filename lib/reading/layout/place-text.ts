import type { Block } from '#lib/contract/service/reading.ts';
import type { TextRun } from './layout-block.ts';
import { LINE_PITCH, type PageSetter } from './page-setter.ts';
import type { Rectangle } from './rectangle.ts';
import { type SetLine, setLines } from './set-lines.ts';

/** A paragraph to be set inside a rectangle. `size` in points. */
export type PlacedParagraph = {
  kind: Block['kind'];
  level?: number;
  runs: TextRun[];
  size: number;
  indent: number;
  align: string;
};

const INSET_X = 7.2;
const INSET_Y = 3.6;
const LEAST_SIZE = 5;

type Setting = { paragraph: PlacedParagraph; size: number; lines: SetLine[] };

function setAll(paragraphs: readonly PlacedParagraph[], width: number, scale: number): { settings: Setting[]; height: number } {
  let height = 0;
  const settings = paragraphs.map((paragraph) => {
    const size = Math.max(LEAST_SIZE, paragraph.size * scale);
    const lines = setLines(paragraph.runs, Math.max(width - paragraph.indent * scale, size * 2), size, false, true);
    height += Math.max(1, lines.length) * size * LINE_PITCH;
    return { paragraph, size, lines };
  });
  return { settings, height };
}

/**
 * Sets paragraphs inside a rectangle of the page, smaller when they would not fit its height; `anchor` is `t`, `ctr` or `b`.
 * Each paragraph becomes a block.
 */
export function placeText(setter: PageSetter, paragraphs: readonly PlacedParagraph[], rectangle: Rectangle, anchor: string): void {
  const inset = Math.min(INSET_X, rectangle.width / 4);
  const width = Math.max(20, rectangle.width - 2 * inset);
  const room = Math.max(0, rectangle.height - 2 * INSET_Y);
  let { settings, height } = setAll(paragraphs, width, 1);
  for (const scale of [0.9, 0.8, 0.7, 0.6, 0.5, 0.4, 0.3]) {
    if (height <= room * 1.02 || room < LEAST_SIZE * LINE_PITCH) break;
    ({ settings, height } = setAll(paragraphs, width, scale));
  }
  const spare = Math.max(0, room - height);
  let y = rectangle.top + INSET_Y + (anchor === 'ctr' ? spare / 2 : anchor === 'b' ? spare : 0);
  for (const { paragraph, size, lines } of settings) {
    setter.beginBlock(paragraph.kind, paragraph.level);
    for (const line of lines) {
      const blank = Math.max(0, width - paragraph.indent - line.width);
      const shift = paragraph.align === 'ctr' ? blank / 2 : paragraph.align === 'r' ? blank : 0;
      setter.place(line, rectangle.left + inset + paragraph.indent + shift, y, size);
      y += size * LINE_PITCH;
    }
    if (lines.length === 0) y += size * LINE_PITCH;
    setter.endBlock();
  }
}
