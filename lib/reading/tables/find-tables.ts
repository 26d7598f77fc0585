import type { Box } from '#lib/contract/service/box.ts';
import { containsCentre, heightOf } from '#lib/document/geometry/box.ts';
import { orderSegments, toLines } from '#lib/document/geometry/reading-order.ts';
import { groupSegments, medianHeight } from '#lib/document/geometry/text-segments.ts';
import { findRuledTables } from './ruled-tables.ts';
import type { Rulings } from './rulings.ts';
import type { PlacedWord, TableGrid } from './table-grid.ts';
import { findRegions } from './table-regions.ts';
import { cutLine } from './text-chunks.ts';
import { toTextTable } from './text-table.ts';

const LEAST_FILLED = 0.3;

/**
 * Finds the tables of a page: first those with drawn cells, then runs of lines whose texts stand in columns (in the spirit of
 * Nurminen 2013). Words and rulings are in points of the upright page.
 */
export function findTables(words: readonly PlacedWord[], rulings: Rulings): TableGrid[] {
  const ruled = findRuledTables(words, rulings);
  const rest = words.filter((word) => !ruled.some(({ box }) => containsCentre(box, word.box)));
  return [...ruled, ...findTextTables(rest, rulings)].sort((a, b) => a.box[1] - b.box[1] || a.box[0] - b.box[0]);
}

function findTextTables(words: readonly PlacedWord[], rulings: Rulings): TableGrid[] {
  if (words.length === 0) return [];
  const boxes = words.map(({ box }) => box);
  const lineHeight = medianHeight(boxes);
  const isParted = (left: Box, right: Box) => isRuledApart(left, right, rulings);
  const tables: TableGrid[] = [];
  for (const stretch of orderSegments(groupSegments(boxes, isParted), lineHeight)) {
    const segments = stretch.flatMap(({ segments: all }) => all);
    const lines = toLines(segments).map((line) =>
      cutLine(
        line.segments.flatMap(({ items }) => items.map((index) => words[index]!)),
        isParted,
      ),
    );
    for (const { start, end } of findRegions(lines, lineHeight)) {
      const region = lines.slice(start, end);
      const own = region.flatMap(({ chunks }) => chunks.flatMap((chunk) => chunk.words.map(heightOfWord))).sort((a, b) => a - b);
      const table = toTextTable(region, own[own.length >> 1] ?? lineHeight, rulings.level);
      if (table && !isScattered(table)) tables.push(table);
    }
  }
  return tables;
}

/** A picture's labels fill few of the places that a table of them would have. */
function isScattered({ rowCount, columnCount, cells }: TableGrid): boolean {
  return rowCount > 5 && columnCount > 3 && cells.length < LEAST_FILLED * rowCount * columnCount;
}

function heightOfWord({ box }: PlacedWord): number {
  return heightOf(box);
}

/** Whether an upright ruling stands between two boxes of a line. */
export function isRuledApart(left: Box, right: Box, { upright }: Rulings): boolean {
  const y = (Math.max(left[1], right[1]) + Math.min(left[3], right[3])) / 2;
  return upright.some(({ at, from, to }) => at > left[2] - 1.5 && at < right[0] + 1.5 && y > from && y < to);
}
