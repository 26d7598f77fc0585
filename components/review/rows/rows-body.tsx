// biome-ignore-all lint/a11y/useSemanticElements: rows are placed one by one while scrolling, which <table> parts cannot be
'use client';

import { type RefObject, useEffect, useState } from 'react';
import type { Flag, MergedRow } from '#lib/contract/desk/review.ts';
import type { RowField } from '#lib/contract/service/extraction-schema.ts';
import type { CellChange } from '#lib/document/rows/cell-changes.ts';
import type { CellPlace, CellRange } from './editing/rows-keys.ts';
import { Row, type RowHandlers } from './rows-row.tsx';
import { ROW, type RowsScroll } from './use-rows-scroll.ts';

/** Rows drawn above and below those in view. */
const OVERSCAN = 8;

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
  const [{ first, last }, setView] = useState({ first: 0, last: 2 * OVERSCAN });
  useEffect(() => {
    const frame = scroller.current;
    if (!frame) return;
    const look = () => {
      const next = {
        first: Math.max(0, Math.floor(frame.scrollTop / ROW) - OVERSCAN),
        last: Math.ceil((frame.scrollTop + frame.clientHeight) / ROW) + OVERSCAN,
      };
      setView((now) => (now.first === next.first && now.last === next.last ? now : next));
    };
    const onScroll = () => {
      scroll.noteScrolled();
      look();
    };
    look();
    frame.addEventListener('scroll', onScroll, { passive: true });
    const observer = new ResizeObserver(look);
    observer.observe(frame);
    return () => {
      frame.removeEventListener('scroll', onScroll);
      observer.disconnect();
    };
  }, [scroller, scroll]);
  const end = Math.min(last, rows.length - 1);
  const shown = Array.from({ length: Math.max(0, end - first + 1) }, (_, index) => first + index);
  // The row that is worked on stays drawn: it has the focus, and perhaps what is being typed.
  if (active.row < first) shown.unshift(active.row);
  else if (active.row > end) shown.push(active.row);
  return (
    <div role="rowgroup" style={{ height: rows.length * ROW, position: 'relative' }}>
      {shown.map((index) => {
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
