import type { LayoutCell } from './layout-block.ts';
import { LINE_PITCH, type PageSetter } from './page-setter.ts';
import { placeCells } from './place-cells.ts';
import { setLines } from './set-lines.ts';

const PADDING = 3;

function edges(lengths: readonly number[], from: number): number[] {
  const list = [from];
  for (const length of lengths) list.push((list.at(-1) ?? from) + length);
  return list;
}

/** Sets a table whose column widths and least row heights are given (points) with its corner at `left`, `top`. */
export function placeTable(
  setter: PageSetter,
  table: { rows: LayoutCell[][]; widths: readonly number[]; heights: readonly number[]; left: number; top: number; size: number },
): void {
  const { cells, columnCount } = placeCells(table.rows);
  if (cells.length === 0) return;
  const { size } = table;
  const pitch = size * LINE_PITCH;
  const widths = Array.from({ length: columnCount }, (_, index) => table.widths[index] ?? 60);
  const columns = edges(widths, table.left);
  const at = (list: readonly number[], index: number) => list[Math.min(index, list.length - 1)] ?? 0;
  const set = cells.map(({ cell, column, columnSpan }) =>
    setLines(cell.runs, Math.max(2 * size, at(columns, column + columnSpan) - at(columns, column) - 2 * PADDING), size, cell.header, true),
  );
  const heights = table.rows.map((_, row) => {
    const lines = cells.map((each, index) => (each.row === row && each.rowSpan === 1 ? (set[index]?.length ?? 0) : 0));
    return Math.max(table.heights[row] ?? 0, Math.max(1, ...lines) * pitch + 2);
  });
  const rows = edges(heights, table.top);
  setter.beginBlock('table');
  const words = cells.map(({ row, column }, index) =>
    (set[index] ?? []).flatMap((line, number) =>
      setter.place(line, at(columns, column) + PADDING, at(rows, row) + 1 + number * pitch, size),
    ),
  );
  setter.endBlock();
  setter.addTable({
    table: { row_count: table.rows.length, column_count: columnCount, ruled: true },
    points: [table.left, table.top, at(columns, columnCount), at(rows, rows.length - 1)],
    cells: cells.map(({ cell, row, column, rowSpan, columnSpan }, index) => ({
      cell: {
        row,
        column,
        row_span: rowSpan,
        column_span: columnSpan,
        words: words[index] ?? [],
        text: (set[index] ?? []).map((line) => line.words.map((word) => word.text).join(' ')).join(' '),
        ...(cell.header ? { header: true } : {}),
      },
      points: [at(columns, column), at(rows, row), at(columns, column + columnSpan), at(rows, row + rowSpan)],
    })),
  });
}
