import type { Box } from '#lib/contract/service/box.ts';
import type { Block, Cell, Page } from '#lib/contract/service/reading.ts';
import { unionAll } from '#lib/document/geometry/box.ts';
import { isWide } from './glyph-width.ts';
import { findTypedTables, type TypedChunk, type TypedLine, type TypedTable } from './typed-columns.ts';

/** Width of one character column in fractions of the page, from the longest word. */
function columnWidth(page: Page): number {
  let most = 0;
  let width = 0;
  for (const { text, box } of page.words) {
    const columns = [...text].length;
    if (columns <= most || [...text].some(isWide)) continue;
    most = columns;
    width = (box[2] - box[0]) / columns;
  }
  return width;
}

function toTypedLine(page: Page, line: number, unit: number): TypedLine {
  const [first, end] = page.lines[line]?.words ?? [0, 0];
  const chunks: TypedChunk[] = [];
  for (let index = first; index < end; index += 1) {
    const word = page.words[index];
    if (!word) continue;
    const from = Math.round(word.box[0] / unit);
    const to = Math.max(from + 1, Math.round(word.box[2] / unit));
    const last = chunks.at(-1);
    if (last && from - last.to < 2) {
      last.to = to;
      last.words.push(index);
      last.text += ` ${word.text}`;
    } else chunks.push({ from, to, words: [index], text: word.text });
  }
  return { line, chunks };
}

/** Lines of the typed blocks in order, with null between blocks (a blank line parts them). */
function typedLines(page: Page, unit: number): (TypedLine | null)[] {
  return page.blocks
    .filter((block) => block.kind === 'paragraph')
    .flatMap(({ lines: [from, to] }) => [...Array.from({ length: to - from }, (_, index) => toTypedLine(page, from + index, unit)), null]);
}

/** Cuts the blocks so that the lines `[from, to)` are a block of their own with the kind `table`. */
function cutBlocks(page: Page, from: number, to: number): void {
  const boxOf = (start: number, end: number) => unionAll(page.lines.slice(start, end).map((line) => line.box));
  const blocks: Block[] = [];
  let placed = false;
  for (const block of page.blocks) {
    const [start, end] = block.lines;
    if (end <= from || start >= to) {
      blocks.push(block);
      continue;
    }
    if (start < from) blocks.push({ ...block, lines: [start, from], box: boxOf(start, from) });
    if (!placed) blocks.push({ kind: 'table', lines: [from, to], box: boxOf(from, to) });
    placed = true;
    if (end > to) blocks.push({ ...block, lines: [to, end], box: boxOf(to, end) });
  }
  page.blocks = blocks;
}

function addTable(page: Page, { lines: [from, to], rowCount, columns, cells, header }: TypedTable, unit: number): void {
  const lineBox = (line: number): Box => page.lines[line]?.box ?? [0, 0, 0, 0];
  const rows = Array.from({ length: rowCount }, (_, row) => {
    const lines = cells.filter((cell) => cell.row === row).flatMap((cell) => cell.lines);
    return { top: Math.min(...lines.map((line) => lineBox(line)[1])), bottom: Math.max(...lines.map((line) => lineBox(line)[3])) };
  });
  const left = (column: number) => (columns[column]?.from ?? 0) * unit;
  const right = (column: number) => (columns[column]?.to ?? 0) * unit;
  page.tables.push({
    box: [left(0), rows[0]?.top ?? 0, right(columns.length - 1), rows.at(-1)?.bottom ?? 0],
    row_count: rowCount,
    column_count: columns.length,
    ruled: false,
    cells: cells.map(({ row, column, columnSpan, words }): Cell => {
      const own = unionAll(words.map((index) => page.words[index]?.box ?? [0, 0, 0, 0]));
      const end = right(column + columnSpan - 1);
      return {
        row,
        column,
        row_span: 1,
        column_span: columnSpan,
        box: [Math.min(left(column), own[0]), rows[row]?.top ?? own[1], Math.max(end, own[2]), rows[row]?.bottom ?? own[3]],
        words,
        text: words.map((index) => page.words[index]?.text ?? '').join(' '),
        ...(header && row === 0 ? { header } : {}),
      };
    }),
  });
  cutBlocks(page, from, to);
}

/**
 * Finds tables whose columns are made of spaces on a laid out page and adds them; the lines they take become blocks of the
 * kind `table`. The order of words and lines stays.
 */
export function findTextTables(page: Page): void {
  const unit = columnWidth(page);
  if (unit <= 0) return;
  for (const table of findTypedTables(typedLines(page, unit))) addTable(page, table, unit);
}
