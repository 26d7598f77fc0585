import type { Box } from '#lib/contract/service/box.ts';
import { unionAll } from '#lib/document/geometry/box.ts';
import { type GridCell, type PlacedWord, readCell, type TableGrid } from './table-grid.ts';
import { isNumericText, joinBody, type RowPart, type TextRow } from './table-rows.ts';
import { cutLine } from './text-chunks.ts';

/** Points. */
const GRAZE = 3;

/**
 * Refines a drawn grid where not all borders are drawn: a cell over several columns whose texts stand in those columns is cut
 * along them, and a row in which numbers stand under each other is cut into its lines.
 * @param xs left edges of the columns and the last right edge, points
 */
export function refineRuled(table: TableGrid, words: readonly PlacedWord[], xs: readonly number[], lineHeight: number): TableGrid {
  const byIndex = new Map(words.map((word) => [word.index, word]));
  const wordsOf = (cell: GridCell) => cell.words.map((index) => byIndex.get(index)!);
  const starts: number[] = [];
  const cells: GridCell[] = [];
  let next = 0;
  for (let row = 0; row < table.rowCount; row++) {
    starts.push(next);
    const own = table.cells.filter((cell) => cell.row === row && cell.rowSpan === 1);
    const refined = refineRow(own, wordsOf, xs, lineHeight);
    if (refined) {
      for (const [offset, parts] of refined.entries()) cells.push(...parts.map((part) => toCell(part, next + offset, xs)));
      next += refined.length;
    } else {
      cells.push(...own.map((cell) => ({ ...cell, row: next })));
      next++;
    }
  }
  starts.push(next);
  for (const cell of table.cells) {
    if (cell.rowSpan === 1) continue;
    cells.push({ ...cell, row: starts[cell.row]!, rowSpan: starts[cell.row + cell.rowSpan]! - starts[cell.row]! });
  }
  cells.sort((a, b) => a.row - b.row || a.column - b.column);
  return { ...table, rowCount: next, cells };
}

/** The parts of each new row, or null when the row is right as it is drawn. */
function refineRow(
  cells: readonly GridCell[],
  wordsOf: (cell: GridCell) => PlacedWord[],
  xs: readonly number[],
  lineHeight: number,
): RowPart[][] | null {
  const parts = cells.flatMap((cell) => cutCell(cell, wordsOf(cell), xs));
  const lines = toRowLines(parts);
  const rows = isStacked(lines) ? joinBody(lines, { columns: xs.length - 1, lineHeight, separators: [] }) : null;
  if (rows && rows.length > 1) return rows.map((row) => row.parts);
  const cut = parts.length !== cells.filter(({ words }) => words.length > 0).length;
  if (!cut) return null;
  return [parts];
}

/** The texts of a cell, one for each stretch of columns that they stand in. */
function cutCell(cell: GridCell, words: readonly PlacedWord[], xs: readonly number[]): RowPart[] {
  if (words.length === 0) return [];
  const whole: RowPart = { first: cell.column, last: cell.column + cell.columnSpan - 1, words: [...words] };
  if (cell.columnSpan === 1) return [whole];
  const chunks = toTextLines(words).flatMap((line) => cutLine(line, () => false).chunks);
  const slot = (x: number) =>
    Math.max(
      cell.column,
      Math.min(
        whole.last,
        xs.findLastIndex((edge) => edge <= x),
      ),
    );
  const parts: RowPart[] = [];
  for (const { box, words: own } of chunks) {
    const [first, last] = [slot(box[0] + GRAZE), slot(box[2] - GRAZE)];
    const same = parts.find((part) => part.first <= last && part.last >= first);
    if (same) Object.assign(same, { first: Math.min(same.first, first), last: Math.max(same.last, last), words: [...same.words, ...own] });
    else parts.push({ first, last, words: own });
  }
  return parts.length > 1 ? parts.sort((a, b) => a.first - b.first) : [whole];
}

function toTextLines(words: readonly PlacedWord[]): PlacedWord[][] {
  const lines: PlacedWord[][] = [];
  for (const word of [...words].sort((a, b) => a.box[1] + a.box[3] - b.box[1] - b.box[3])) {
    const first = lines.at(-1)?.[0];
    if (first && (word.box[1] + word.box[3]) / 2 < first.box[1] + 0.8 * (first.box[3] - first.box[1])) lines.at(-1)?.push(word);
    else lines.push([word]);
  }
  return lines;
}

function toRowLines(parts: readonly RowPart[]): TextRow[] {
  const owner = new Map(parts.flatMap((part) => part.words.map((word) => [word, part] as const)));
  return toTextLines(parts.flatMap(({ words }) => words)).map((line) => {
    const row: TextRow = { parts: [], box: unionAll(line.map(({ box }) => box)), header: false };
    for (const word of line.sort((a, b) => a.box[0] - b.box[0])) {
      const part = owner.get(word)!;
      const same = row.parts.find(({ first }) => first === part.first);
      if (same) same.words.push(word);
      else row.parts.push({ first: part.first, last: part.last, words: [word] });
    }
    row.parts.sort((a, b) => a.first - b.first);
    return row;
  });
}

/** Whether some column is a stack of numbers, which are never one text. */
function isStacked(lines: readonly TextRow[]): boolean {
  if (lines.length < 2) return false;
  const counts = new Map<number, number>();
  for (const { parts } of lines) {
    for (const { first, words } of parts) {
      if (first > 0 && isNumericText(words.map(({ text }) => text).join(' '))) counts.set(first, (counts.get(first) ?? 0) + 1);
    }
  }
  return Math.max(0, ...counts.values()) >= Math.max(2, 0.6 * lines.length);
}

function toCell({ first, last, words }: RowPart, row: number, xs: readonly number[]): GridCell {
  const [, top, , bottom] = unionAll(words.map(({ box }) => box));
  const box: Box = [xs[first]!, top, xs[last + 1]!, bottom];
  return { row, column: first, rowSpan: 1, columnSpan: last - first + 1, box, words: readCell(words), header: false };
}
