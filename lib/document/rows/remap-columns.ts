import type { MergedRow } from '#lib/contract/desk/review.ts';
import { ownValue } from '#lib/contract/json/own-value.ts';
import { isSameValue } from '../values/read-cell-text.ts';
import { type CellChange, isUntouchedCell } from './cell-changes.ts';
import { type CellSource, mentionAt, readSource, type TableContext } from './cell-sources.ts';

/** Which source each column is to take its values from, by column name; null empties the column. */
export type ColumnMap = ReadonlyMap<string, CellSource | null>;

/** The cells that change when columns take their values from elsewhere. Cells that a person touched stay as they are. */
export function remapColumns(context: TableContext, map: ColumnMap): CellChange[] {
  return context.rows.flatMap((row: MergedRow, index) =>
    context.columns.flatMap((column): CellChange[] => {
      const source = map.get(column.name);
      const cell = ownValue(row.cells, column.name);
      if (source === undefined || !cell || !isUntouchedCell(row, column.name)) return [];
      if (source && source.kind !== 'cell' && !context.places[index]) return [];
      const read = source && readSource(context, column, index, source, 'plain');
      const to = read?.value ?? null;
      if (isSameValue(to, cell.value)) return [];
      return [{ row: index, column: column.name, pointer: cell.pointer, from: cell.value, to, evidence: read?.evidence ?? [] }];
    }),
  );
}

/** Every column takes the values of its neighbour: `1` moves values to the right, `-1` to the left; the first or last is emptied. */
export function shiftedColumns(context: Pick<TableContext, 'columns'>, from: string, by: 1 | -1): ColumnMap {
  const start = context.columns.findIndex(({ name }) => name === from);
  const map = new Map<string, CellSource | null>();
  context.columns.forEach((column, index) => {
    if (by > 0 ? index < start : index < start - 1) return;
    const source = context.columns[index - by];
    const isInside = source !== undefined && (by < 0 || index > start);
    map.set(column.name, isInside ? { kind: 'cell', column: source.name, shift: 0 } : null);
  });
  return map;
}

/** Two columns change places. */
export function swappedColumns(a: string, b: string): ColumnMap {
  return new Map<string, CellSource>([
    [a, { kind: 'cell', column: b, shift: 0 }],
    [b, { kind: 'cell', column: a, shift: 0 }],
  ]);
}

/** The columns of the page that the rows stand in, each with the first few texts in it. */
export function describePageColumns(context: TableContext, samples = 2): { band: number; texts: string[] }[] {
  return context.bands.map((_, band) => {
    const texts: string[] = [];
    for (let row = 0; row < context.rows.length && texts.length < samples; row++) {
      const mention = mentionAt(context, row, { kind: 'band', from: band, to: band, lines: 'main' });
      if (mention) texts.push(mention.parts.join(' '));
    }
    return { band, texts };
  });
}
