import type { MergedRow } from '#lib/contract/desk/review.ts';
import { ownValue } from '#lib/contract/json/own-value.ts';
import { isSameValue } from '../values/read-cell-text.ts';
import { type CellChange, isMachineCell } from './cell-changes.ts';
import { type CellSource, printAt, readSource, type TableScene } from './cell-sources.ts';

/** Which source each column is to take its values from, by column name; null empties the column. */
export type ColumnMap = ReadonlyMap<string, CellSource | null>;

/** The cells that change when columns take their values from elsewhere. Cells that a person touched stay as they are. */
export function remapColumns(scene: TableScene, map: ColumnMap): CellChange[] {
  return scene.rows.flatMap((row: MergedRow, index) =>
    scene.columns.flatMap((column): CellChange[] => {
      const source = map.get(column.name);
      const cell = ownValue(row.cells, column.name);
      if (source === undefined || !cell || !isMachineCell(row, column.name)) return [];
      if (source && source.kind !== 'cell' && !scene.places[index]) return [];
      const read = source && readSource(scene, column, index, source, 'plain');
      const to = read?.value ?? null;
      if (isSameValue(to, cell.value)) return [];
      return [{ row: index, column: column.name, pointer: cell.pointer, from: cell.value, to, evidence: read?.evidence ?? [] }];
    }),
  );
}

/** Every column takes the values of its neighbour: `1` moves values to the right, `-1` to the left; the first or last is emptied. */
export function shiftMap(scene: Pick<TableScene, 'columns'>, from: string, by: 1 | -1): ColumnMap {
  const start = scene.columns.findIndex(({ name }) => name === from);
  const map = new Map<string, CellSource | null>();
  scene.columns.forEach((column, index) => {
    if (by > 0 ? index < start : index < start - 1) return;
    const source = scene.columns[index - by];
    const isInside = source !== undefined && (by < 0 || index > start);
    map.set(column.name, isInside ? { kind: 'cell', column: source.name, shift: 0 } : null);
  });
  return map;
}

/** Two columns change places. */
export function swapMap(a: string, b: string): ColumnMap {
  return new Map<string, CellSource>([
    [a, { kind: 'cell', column: b, shift: 0 }],
    [b, { kind: 'cell', column: a, shift: 0 }],
  ]);
}

/** The columns of the page that the rows stand in, each with the first few prints in it. */
export function describeBands(scene: TableScene, samples = 2): { band: number; prints: string[] }[] {
  return scene.bands.map((_, band) => {
    const prints: string[] = [];
    for (let row = 0; row < scene.rows.length && prints.length < samples; row++) {
      const print = printAt(scene, row, { kind: 'band', from: band, to: band, lines: 'main' });
      if (print) prints.push(print.parts.join(' '));
    }
    return { band, prints };
  });
}
