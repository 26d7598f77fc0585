import type { Cell, Table } from '#lib/contract/service/reading.ts';
import type { ExtractionContext } from '../../scoring/extraction-context.ts';
import type { PageView } from '../../view/page-view.ts';
import type { Band } from './bands.ts';

/** A cell of a table with its words as half-open token ranges, one for each line. */
export type GridCell = { cell: Cell; lines: [number, number][] };

/** Cells of each row of a table that hold words, left to right. */
export function gridOf(context: ExtractionContext, page: PageView, table: Table): GridCell[][] {
  const tokensOf = new Map<number, number[]>();
  for (let token = page.tokens[0]; token < page.tokens[1]; token++) {
    const word = context.view.tokens[token]?.word ?? -1;
    tokensOf.set(word, [...(tokensOf.get(word) ?? []), token]);
  }
  const grid: GridCell[][] = [];
  for (const cell of table.cells) {
    const tokens = cell.words.flatMap((word) => tokensOf.get(word) ?? []).sort((a, b) => a - b);
    const lines: [number, number][] = [];
    for (const token of tokens) {
      const last = lines.at(-1);
      if (last && last[1] === token && context.view.tokens[token]?.line === context.view.tokens[token - 1]?.line) last[1] = token + 1;
      else lines.push([token, token + 1]);
    }
    if (!lines.length) continue;
    const row = grid[cell.row] ?? [];
    row.push({ cell, lines });
    grid[cell.row] = row;
  }
  for (const row of grid) row?.sort((a, b) => a.cell.column - b.cell.column);
  return grid;
}

/** The line that cells of one row of a page's table make; null for cells without text. */
export function bandOf(context: ExtractionContext, page: PageView, table: number, cells: readonly GridCell[]): Band | null {
  const tokens = new Set(cells.flatMap(({ lines }) => lines.map(([start]) => context.view.tokens[start]?.segment ?? -1)));
  const segments = context.view.segments
    .slice(page.segments[0], page.segments[1])
    .filter((segment) => segment.table === table && tokens.has(segment.index));
  if (!segments.length) return null;
  const top = Math.min(...segments.map((segment) => segment.top));
  return { page: page.index, segments, top, bottom: Math.max(...segments.map((segment) => segment.bottom)) };
}
