'use client';

import { useState } from 'react';
import type { RowField } from '#lib/contract/extraction-schema.ts';
import { isFigureColumn } from '#lib/document/read-cell-text.ts';

const NARROWEST = 44;
const WIDEST = 900;
/** Pixels a column has while the person gave it none. */
const usual = (column: RowField) => (isFigureColumn(column) ? 84 : column.type === 'date' ? 92 : 150);

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
export function useColumnWidths(key: string, columns: readonly RowField[]) {
  const [widths, setWidths] = useState(() => restore(key));
  const change = (name: string, by: { by: number } | { to: number } | null) => {
    setWidths((now) => {
      const { [name]: old, ...rest } = now;
      const column = columns.find((candidate) => candidate.name === name);
      if (!column) return now;
      const wanted = by === null ? null : 'to' in by ? by.to : (old ?? usual(column)) + by.by;
      const next = wanted === null ? rest : { ...rest, [name]: Math.round(Math.max(NARROWEST, Math.min(WIDEST, wanted))) };
      localStorage.setItem(key, JSON.stringify(next));
      return next;
    });
  };
  const tracks = columns.map((column) => {
    const width = widths[column.name];
    return width === undefined ? `minmax(${usual(column)}px, ${isFigureColumn(column) ? 0.6 : 1.6}fr)` : `${width}px`;
  });
  return { template: `2.25rem ${tracks.join(' ')} 1.75rem`, change };
}
