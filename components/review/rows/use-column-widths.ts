'use client';

import { type RefObject, useState } from 'react';
import { useSize } from '#components/ui/use-size.ts';
import type { MergedRow } from '#lib/contract/desk/review.ts';
import { ownValue } from '#lib/contract/json/own-value.ts';
import type { RowField } from '#lib/contract/service/extraction-schema.ts';
import { formatValue } from '#lib/document/values/format-value.ts';
import { isFigureColumn } from '#lib/document/values/read-cell-text.ts';
import { fitsPinnedColumns } from '../pages/fits-pinned-columns.ts';

const NARROWEST = 44;
const WIDEST = 900;
/** About the width of a letter, of a capital or digit, and of a cell's edges. */
const LETTER = 6.9;
const WIDE_LETTER = 8.2;
const EDGES = 16;
/** The same of a heading. */
const HEAD_LETTER = 6.2;
const HEAD_EDGES = 14;
/** Texts of more letters than this are cut first where the table has little room. */
const SHORT = 12;
/** Rows that are looked at to see how wide a column must be. */
const SAMPLE = 60;
/** Width of the row numbers at the left of the columns and of the row menu at their right. */
const NUMBERS = 36;
const MENU = 28;

function textWidth(text: string): number {
  const wide = text.match(/[\p{Lu}\p{Nd}]/gu)?.length ?? 0;
  return wide * WIDE_LETTER + (text.length - wide) * LETTER;
}

type Width = { least: number; usual: number };

const between = (least: number, width: number, most: number) => Math.round(Math.max(least, Math.min(most, width)));

/**
 * Pixels a column has while the person gave it none: what its values and its heading want, within limits, and the least it
 * may be pressed to so that all columns can be seen. Figures are never cut, long texts first.
 */
function widthOf(column: RowField, rows: readonly MergedRow[]): Width {
  const texts = rows.slice(0, SAMPLE).map(({ cells }) => formatValue(column.type, ownValue(cells, column.name)?.value ?? null));
  const longest = Math.max(0, ...texts.map(({ length }) => length));
  const values = Math.max(0, ...texts.map(textWidth)) + EDGES;
  const heading = (column.label || column.name).length * HEAD_LETTER + HEAD_EDGES;
  const isFigure = isFigureColumn(column);
  const least = isFigure ? between(52, values, 120) : between(NARROWEST, values, longest > SHORT ? 84 : 120);
  return { least, usual: between(least, Math.max(values, heading), isFigure ? 120 : 220) };
}

function restore(key: string): Record<string, number> {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(key) ?? '{}');
    return kept && typeof kept === 'object'
      ? Object.fromEntries(Object.entries(kept).filter(([, width]) => typeof width === 'number'))
      : {};
  } catch {
    return {};
  }
}

/**
 * Widths of a table's columns as this person wants them, kept in the browser under `key`: the grid's template, the width in
 * pixels under which the table scrolls sideways, and the column of amounts that then stays in view at the right, unless it
 * would leave too little of the others.
 * @param frame what the table stands in, as wide as it is seen
 */
export function useColumnWidths(key: string, columns: readonly RowField[], rows: readonly MergedRow[], frame: RefObject<Element | null>) {
  const { width: room } = useSize(frame);
  // Worked out once: columns that moved while one types would be a nuisance.
  const [usual] = useState(() => new Map(columns.map((column) => [column.name, widthOf(column, rows)])));
  const [widths, setWidths] = useState(() => restore(key));
  const change = (name: string, by: { by: number } | { to: number } | null) => {
    setWidths((now) => {
      const { [name]: old, ...rest } = now;
      const wanted = by === null ? null : 'to' in by ? by.to : (old ?? usual.get(name)?.usual ?? NARROWEST) + by.by;
      const next = wanted === null ? rest : { ...rest, [name]: Math.round(Math.max(NARROWEST, Math.min(WIDEST, wanted))) };
      localStorage.setItem(key, JSON.stringify(next));
      return next;
    });
  };
  const tracks = columns.map((column) => {
    const width = ownValue(widths, column.name);
    const { least, usual: wanted } = usual.get(column.name) ?? { least: NARROWEST, usual: NARROWEST };
    return width === undefined ? `minmax(${least}px, ${wanted}fr)` : `${width}px`;
  });
  const leastOf = ({ name }: RowField) => ownValue(widths, name) ?? usual.get(name)?.least ?? NARROWEST;
  const amounts = columns.findLast(({ type }) => type === 'money');
  const kept = amounts && fitsPinnedColumns(NUMBERS + leastOf(amounts) + MENU, room) ? amounts : undefined;
  return {
    template: `${NUMBERS}px ${tracks.join(' ')} ${MENU}px`,
    least: columns.reduce((sum, column) => sum + leastOf(column), NUMBERS + MENU),
    kept: kept?.name ?? null,
    /** What lies over the columns at the left and at the right when the table is scrolled sideways. */
    covered: { left: NUMBERS, right: MENU + (kept ? leastOf(kept) : 0) },
    change,
  };
}
