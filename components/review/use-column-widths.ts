'use client';

import { useState } from 'react';
import type { RowField } from '#lib/contract/extraction-schema.ts';
import type { MergedRow } from '#lib/contract/review.ts';
import { formatValue } from '#lib/document/format-value.ts';
import { isFigureColumn } from '#lib/document/read-cell-text.ts';

const NARROWEST = 44;
const WIDEST = 900;
/** About the width of a letter and of a cell's edges. */
const LETTER = 7.2;
const EDGES = 16;
/** Rows that are looked at to see how wide a column must be. */
const SAMPLE = 60;

/** Pixels a column has while the person gave it none: what its values need, within limits. */
function usualWidth(column: RowField, rows: readonly MergedRow[]): number {
  const longest = rows.slice(0, SAMPLE).reduce((most, row) => {
    const cell = row.cells[column.name];
    return Math.max(most, cell ? formatValue(column.type, cell.value).length : 0);
  }, 0);
  const [least, most] = isFigureColumn(column) ? [64, 120] : [72, 220];
  return Math.round(Math.max(least, Math.min(most, longest * LETTER + EDGES)));
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

/** Widths of a table's columns as this person wants them, kept in the browser under `key`; and the grid's template. */
export function useColumnWidths(key: string, columns: readonly RowField[], rows: readonly MergedRow[]) {
  // Worked out once: columns that moved while one types would be a nuisance.
  const [usual] = useState(() => new Map(columns.map((column) => [column.name, usualWidth(column, rows)])));
  const [widths, setWidths] = useState(() => restore(key));
  const change = (name: string, by: { by: number } | { to: number } | null) => {
    setWidths((now) => {
      const { [name]: old, ...rest } = now;
      const wanted = by === null ? null : 'to' in by ? by.to : (old ?? usual.get(name) ?? NARROWEST) + by.by;
      const next = wanted === null ? rest : { ...rest, [name]: Math.round(Math.max(NARROWEST, Math.min(WIDEST, wanted))) };
      localStorage.setItem(key, JSON.stringify(next));
      return next;
    });
  };
  const tracks = columns.map((column) => {
    const width = widths[column.name];
    const least = usual.get(column.name) ?? NARROWEST;
    return width === undefined ? `minmax(${least}px, ${least}fr)` : `${width}px`;
  });
  return { template: `2.25rem ${tracks.join(' ')} 1.75rem`, change };
}
