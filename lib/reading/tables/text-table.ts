import type { Box } from '#lib/contract/service/box.ts';
import { heightOf, overlap, union, unionAll } from '#lib/document/geometry/box.ts';
import type { Ruling } from './rulings.ts';
import { type Column, findColumns, touchedColumns } from './table-columns.ts';
import { type GridCell, type PlacedWord, readCell, type TableGrid } from './table-grid.ts';
import { joinRows, type TextRow } from './table-rows.ts';
import type { Chunk, ChunkLine } from './text-chunks.ts';

/** Makes a table of lines whose texts stand in columns. `level` are level rulings near it, which part rows. */
export function toTextTable(lines: readonly ChunkLine[], lineHeight: number, level: readonly Ruling[]): TableGrid | null {
  const columns = findColumns(lines, lineHeight);
  if (columns.length < 2) return null;
  const box = unionAll(lines.map((line) => line.box));
  const rows = lines.map((line) => toRow(line, columns));
  const joined = joinRows(rows, {
    columns: columns.length,
    lineHeight,
    separators: level.filter(({ from, to }) => overlap(from, to, box[0], box[2]) > 0.5 * (box[2] - box[0])).map(({ at }) => at),
  });
  const cells: GridCell[] = [];
  for (const [row, { parts, header }] of joined.entries()) {
    for (const part of parts) {
      if (part.words.length === 0) continue;
      cells.push({
        row,
        column: part.first,
        rowSpan: 1,
        columnSpan: part.last - part.first + 1,
        box: unionAll(part.words.map((word) => word.box)),
        words: readCell(part.words),
        header,
      });
    }
  }
  return { box, rowCount: joined.length, columnCount: columns.length, cells, ruled: false };
}

function toRow(line: ChunkLine, columns: readonly Column[]): TextRow {
  const row: TextRow = { parts: [], box: line.box, header: false };
  for (const chunk of line.chunks.flatMap((whole) => splitAtCorridors(whole, columns))) {
    const [first, last] = touchedColumns(columns, chunk.box[0], chunk.box[2]);
    const before = row.parts.at(-1);
    if (before && before.last >= first) {
      before.words.push(...chunk.words);
      before.last = Math.max(before.last, last);
    } else row.parts.push({ first, last, words: [...chunk.words] });
  }
  return row;
}

/** Cuts a chunk that crosses a corridor where one of its gaps lies in the corridor and is wider than its other gaps. */
function splitAtCorridors(chunk: Chunk, columns: readonly Column[]): Chunk[] {
  const [first, last] = touchedColumns(columns, chunk.box[0], chunk.box[2]);
  if (first === last || chunk.words.length < 2) return [chunk];
  const gaps = chunk.words.slice(1).map((word, index) => word.box[0] - chunk.words[index]!.box[2]);
  const usual = [...gaps].sort((a, b) => a - b)[gaps.length >> 1]!;
  const parts: Chunk[] = [];
  let open: Chunk = { words: [chunk.words[0]!], box: chunk.words[0]!.box };
  for (const [index, gap] of gaps.entries()) {
    const [left, right] = [chunk.words[index]!, chunk.words[index + 1]!];
    const inCorridor = columns.some(
      ({ to }, column) => column + 1 < columns.length && overlap(to, columns[column + 1]!.from, left.box[2] - 1, right.box[0] + 1) > 0,
    );
    const wide = gaps.length === 1 ? gap > 0.4 * heightOf(left.box) : gap > 1.35 * usual && gap > 0.25 * heightOf(left.box);
    if (inCorridor && (wide || isAmount(right) || (isAmount(left) && !/[a-z]/i.test(right.text)))) {
      parts.push(open);
      open = { words: [right], box: right.box };
    } else open = { words: [...open.words, right], box: union(open.box, right.box) as Box };
  }
  return [...parts, open];
}

function isAmount({ text }: PlacedWord): boolean {
  return /^[($€£+-]*\d[\d.,']*[)%]*$/.test(text);
}
