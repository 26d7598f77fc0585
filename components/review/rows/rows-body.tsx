// biome-ignore-all lint/a11y/useSemanticElements: rows are placed one by one while scrolling, which <table> parts cannot be
'use client';

import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual';
import { type RefObject, useEffect, useState } from 'react';
import type { Flag, MergedRow } from '#lib/contract/desk/review.ts';
import type { RowField } from '#lib/contract/service/extraction-schema.ts';
import type { CellChange } from '#lib/document/rows/cell-changes.ts';
import type { CellPlace, CellRange } from './editing/rows-keys.ts';
import { Row, type RowHandlers } from './rows-row.tsx';
import { ROW, type RowsScroll } from './use-rows-scroll.ts';

/** Rows drawn above and below those in view. */
const OVERSCAN = 8;
/** Rows drawn before it is known how many are in view. */
const FIRST_ROWS = 8;

type RowsBodyProps = {
  scroller: RefObject<HTMLElement | null>;
  scroll: RowsScroll;
  rows: readonly MergedRow[];
  columns: readonly RowField[];
  template: string;
  /** The column that stays in view at the right. */
  kept: string | null;
  active: CellPlace;
  /** The selected cells; null when only one is active. */
  range: CellRange | null;
  editing: string | null | undefined;
  /** Row and column the mouse is over on the page. */
  hovered: { row: string | undefined; column: string | undefined } | null;
  flagsByRow: ReadonlyMap<string, ReadonlyMap<string, Flag>>;
  changesByRow: ReadonlyMap<number, ReadonlyMap<string, CellChange>>;
  canEdit: boolean;
  handlers: RowHandlers;
};

/** The rows in view. Scrolling draws this part anew and nothing else of the table. */
export function RowsBody({ scroller, scroll, rows, active, range, editing, hovered, flagsByRow, changesByRow, ...shared }: RowsBodyProps) {
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    // The scroller is drawn around this part, so it is not known the first time.
    initialRect: { width: 0, height: FIRST_ROWS * ROW },
    estimateSize: () => ROW,
    overscan: OVERSCAN,
    // The row that is worked on stays drawn: it has the focus, and perhaps what is being typed.
    rangeExtractor: (view) => [...new Set([...defaultRangeExtractor(view), Math.min(active.row, rows.length - 1)])].sort((a, b) => a - b),
    onChange: ({ isScrolling }) => scroll.recordScrolling(isScrolling),
  });
  const [, redraw] = useState(false);
  useEffect(() => redraw(true), []);
  return (
    <div role="rowgroup" style={{ height: rows.length * ROW, position: 'relative' }}>
      {virtual.getVirtualItems().map(({ index }) => {
        const row = rows[index];
        if (!row) return null;
        const isIn = range !== null && index >= range.top && index <= range.bottom;
        const isActive = index === active.row;
        return (
          <Row
            key={row.key}
            row={row}
            index={index}
            top={index * ROW}
            height={ROW}
            active={isActive ? active.column : null}
            from={isIn ? range.left : null}
            to={isIn ? range.right : null}
            hovered={hovered?.row === String(index) ? (hovered.column ?? null) : null}
            flags={flagsByRow.get(String(index))}
            changes={changesByRow.get(index)}
            editing={isActive ? editing : undefined}
            {...shared}
          />
        );
      })}
    </div>
  );
}
