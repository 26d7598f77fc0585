import type { Block, Page } from '#lib/contract/service/reading.ts';
import type { LayoutBlock, MonospaceBlock, ParagraphBlock } from './layout-block.ts';
import { LINE_PITCH, PageSetter } from './page-setter.ts';
import { setLines } from './set-lines.ts';
import { setMonospace } from './set-monospace.ts';
import { setTable } from './set-table.ts';

export type LaidOut = {
  pages: Page[];
  /** True when text beyond `maxPages` was left out. */
  full: boolean;
};

const HEADING_SIZES = [18, 15, 13, 12, 11, 11];
const SIZES: Partial<Record<Block['kind'], number>> = { header: 9, footer: 9, note: 9, comment: 9, caption: 9.5 };
const BODY = 10.5;
const LIST_INDENT = 18;

function setParagraph(setter: PageSetter, block: ParagraphBlock): void {
  const heading = block.kind === 'heading';
  const size = heading ? (HEADING_SIZES[(block.level ?? 1) - 1] ?? 11) : (SIZES[block.kind] ?? BODY);
  const indent = block.kind === 'list_item' ? LIST_INDENT * Math.min(8, Math.max(1, block.level ?? 1)) : 0;
  const lines = setLines(block.runs, setter.textWidth - indent, size, heading);
  if (lines.every((line) => line.words.length === 0)) return;
  const pitch = size * LINE_PITCH;
  if (!setter.isAtTop) setter.y += heading ? size * 0.7 : size * 0.35;
  setter.ensure(heading ? pitch * 3 : Math.min(2, lines.length) * pitch);
  setter.beginBlock(block.kind, block.level);
  lines.forEach((line, index) => {
    setter.ensure(pitch);
    const left = setter.left + indent;
    if (index === 0 && block.marker && !setter.full) {
      const [marker] = setLines([{ text: block.marker.replace(/\s+/g, ' ') }], setter.textWidth, size, heading);
      if (marker) setMarked(setter, line, marker, left, size, indent);
    } else setter.place(line, left, setter.y, size);
    setter.y += pitch;
  });
  setter.endBlock();
}

type Line = ReturnType<typeof setLines>[number];

/** The marker and the first line are one line of the page; a marker too wide for the indent pushes the text. */
function setMarked(setter: PageSetter, line: Line, marker: Line, left: number, size: number, indent: number): void {
  const start = Math.max(0, indent - LIST_INDENT);
  const shift = Math.max(LIST_INDENT, marker.width + size * 0.5) + start - indent;
  const text = line.words.map((word) => ({ ...word, x: word.x + shift + indent - start }));
  const joined = { words: [...marker.words, ...text], width: line.width + shift + indent - start };
  setter.place(joined, left - indent + start, setter.y, size);
}

type LayOutOptions = { maxPages: number; name?: string; signal?: AbortSignal };

/**
 * Sets blocks on virtual A4 pages (`display: 'layout'`), 50 points of margin, in Helvetica metrics; monospace blocks in
 * Courier metrics. The same blocks give the same pages. Each page is given as soon as it is full.
 * `name` becomes the name of every page. Returns true when text beyond `maxPages` was left out.
 */
export function* layOutPages(blocks: Iterable<LayoutBlock>, options: LayOutOptions): Generator<Page, boolean> {
  const setter = new PageSetter(options.maxPages, options.name ?? null);
  for (const block of blocks) {
    options.signal?.throwIfAborted();
    if (setter.full) break;
    if (block.kind === 'page_break') setter.breakPage();
    else if (block.kind === 'picture') {
      if (!setter.isAtTop) setter.y += BODY * 0.4;
      setter.placePicture(block.part, block.width, block.height);
      setter.y += BODY * 0.4;
    } else if (block.kind === 'table') {
      if (!setter.isAtTop) setter.y += BODY * 0.6;
      setTable(setter, block.rows);
      setter.y += BODY * 0.4;
    } else if (block.kind === 'monospace') {
      if (!setter.isAtTop) setter.y += BODY * 0.6;
      for (const _ of setMonospace(setter, block satisfies MonospaceBlock)) yield* setter.takeFinished();
    } else setParagraph(setter, block);
    yield* setter.takeFinished();
  }
  setter.finish();
  yield* setter.takeFinished();
  return setter.full;
}

/** Sets blocks on pages as `layOutPages` does, and gives them when all are set. */
export function layOut(blocks: Iterable<LayoutBlock>, options: LayOutOptions): LaidOut {
  const pages: Page[] = [];
  const setting = layOutPages(blocks, options);
  for (let next = setting.next(); ; next = setting.next()) {
    if (next.done) return { pages, full: next.value };
    pages.push(next.value);
  }
}
