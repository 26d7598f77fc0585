import type { Page } from '#lib/contract/service/reading.ts';
import type { Token } from './tokens.ts';

/** A run of words of one line without a wide gap: a label, a cell, a line of a paragraph. Edges in ems. */
export type Segment = {
  index: number;
  /** 0-based page. */
  page: number;
  /** Half-open range of tokens. */
  start: number;
  end: number;
  left: number;
  top: number;
  right: number;
  bottom: number;
  /** Table of the page and cell within it (indices), or -1. */
  table: number;
  cell: number;
};

/** Cell of each word: table and cell index packed as table * 65536 + cell, or -1. */
function cellsOfWords(page: Page): Int32Array {
  const cells = new Int32Array(page.words.length).fill(-1);
  page.tables.forEach((table, tableIndex) => {
    table.cells.forEach((cell, cellIndex) => {
      for (const word of cell.words) if (word < cells.length) cells[word] = tableIndex * 65536 + cellIndex;
    });
  });
  return cells;
}

/** Cuts the lines of a page where a gap is clearly wider than the page's word spacing, or where a table cell ends. */
export function splitSegments(page: Page, pageIndex: number, tokens: Token[], range: [number, number], first: number): Segment[] {
  const cells = cellsOfWords(page);
  const gaps: number[] = [];
  for (let index = range[0] + 1; index < range[1]; index++) {
    const token = tokens[index];
    const before = tokens[index - 1];
    if (!token || !before || token.line !== before.line || token.glued) continue;
    const gap = token.left - before.right;
    if (gap > 0 && gap < 1) gaps.push(gap);
  }
  gaps.sort((a, b) => a - b);
  const usual = gaps[Math.floor(gaps.length / 2)] ?? 0.3;
  const wide = Math.min(1.6, Math.max(0.75, usual * 2.6));
  // A grid guessed from alignment may run through a sentence: where a plain space stands, its cells do not part words.
  const isRuled = (word: number) => page.tables[(cells[word] ?? -1) >> 16]?.ruled ?? false;
  const isCellEnd = (before: Token, token: Token) => isRuled(before.word) || isRuled(token.word) || token.left - before.right > usual * 1.4;
  const segments: Segment[] = [];
  let current: Segment | null = null;
  for (let index = range[0]; index < range[1]; index++) {
    const token = tokens[index];
    if (!token) continue;
    const before = index > range[0] ? tokens[index - 1] : undefined;
    const cell = cells[token.word] ?? -1;
    const breaks =
      !current ||
      !before ||
      (!token.glued &&
        (token.line !== before.line ||
          token.line < 0 ||
          ((cells[before.word] ?? -1) !== cell && isCellEnd(before, token)) ||
          token.left - before.right > wide ||
          token.right < before.left));
    if (breaks) {
      current = {
        index: first + segments.length,
        page: pageIndex,
        start: index,
        end: index,
        left: token.left,
        top: token.top,
        right: token.right,
        bottom: token.bottom,
        table: cell < 0 ? -1 : cell >> 16,
        cell: cell < 0 ? -1 : cell & 65535,
      };
      segments.push(current);
    }
    if (!current) continue;
    current.end = index + 1;
    current.left = Math.min(current.left, token.left);
    current.right = Math.max(current.right, token.right);
    current.top = Math.min(current.top, token.top);
    current.bottom = Math.max(current.bottom, token.bottom);
    token.segment = current.index;
  }
  return segments;
}
