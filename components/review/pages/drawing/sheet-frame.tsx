'use client';

import { EyeOff } from 'lucide-react';
import { type MouseEvent, type ReactNode, useMemo, useRef, useState } from 'react';
import { useVisibleBand } from '#components/shared/pages/use-visible-band.ts';
import { Badge } from '#components/ui/badge.tsx';
import type { Page, SheetGrid } from '#lib/contract/service/reading.ts';
import { cellAddress, columnLetters } from '#lib/document/geometry/cell-address.ts';
import { useReview } from '../../session/review-context.ts';
import type { Mark } from './list-marks.ts';

/** Pixels that the names of rows take at the left of a sheet, and those of columns with the line above them at its top. */
export const SHEET_SIDE = 48;
export const SHEET_TOP = 46;

const LINE = 26;
/** Longest part of a formula that is shown in the line. */
const SHOWN_FORMULA = 300;

/** Index of the lane a place is in, by the lanes' edges; found by halving. */
function laneAt(edges: readonly number[], place: number): number {
  let [low, high] = [0, Math.max(0, edges.length - 2)];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((edges[middle + 1] ?? 0) > place) high = middle;
    else low = middle + 1;
  }
  return low;
}

type Lanes = { grid: SheetGrid; scale: number; length: number };

function RowNumbers({ grid, scale, length }: Lanes) {
  const frame = useRef<HTMLDivElement>(null);
  const [from, to] = useVisibleBand(frame);
  const { rows, row_edges: edges } = grid;
  const first = laneAt(edges, (from * length) / scale);
  const last = laneAt(edges, (to * length) / scale);
  return (
    <div
      ref={frame}
      aria-hidden
      className="sticky left-0 z-20 shrink-0 select-none border-line-strong border-r bg-canvas text-2xs text-ink-muted"
      style={{ width: SHEET_SIDE, height: length }}
    >
      {rows.slice(first, last + 1).map((row, offset) => {
        const [top = 0, bottom = 0] = edges.slice(first + offset);
        return (
          <span
            key={row}
            className="absolute inset-x-0 flex items-center justify-end border-line border-b pr-1.5"
            style={{ top: top * scale, height: (bottom - top) * scale }}
          >
            {row + 1}
          </span>
        );
      })}
    </div>
  );
}

function ColumnLetters({ grid, scale, length }: Lanes) {
  const { columns, column_edges: edges } = grid;
  return (
    <div aria-hidden className="relative select-none text-2xs text-ink-muted" style={{ width: length, height: SHEET_TOP - LINE }}>
      {columns.map((column, index) => {
        const [left = 0, right = 0] = edges.slice(index);
        return (
          <span
            key={column}
            className="absolute inset-y-0 grid place-items-center border-line border-r"
            style={{ left: left * scale, width: (right - left) * scale }}
          >
            {columnLetters(column)}
          </span>
        );
      })}
    </div>
  );
}

type SheetFrameProps = {
  page: Page & { grid: SheetGrid };
  /** CSS pixels of the sheet itself. */
  width: number;
  height: number;
  /** CSS pixels of the pane that the sheet may take. */
  available: number;
  marks: readonly Mark[];
  children: ReactNode;
};

/**
 * What stands around a sheet: its name, whether it is hidden, the cell pointed at or else that of the focused value with its formula;
 * letters of columns and numbers of rows, which stay at the pane's edges.
 */
export function SheetFrame({ page, width, height, available, marks, children }: SheetFrameProps) {
  const { focused } = useReview();
  const { grid } = page;
  const scale = width / page.width;
  const [pointed, setPointed] = useState<string | null>(null);
  const own = useMemo(() => {
    const words = marks.find(({ pointer }) => pointer === focused)?.words;
    return words?.[0] === undefined ? null : (page.cell_addresses?.[words[0]] ?? null);
  }, [marks, focused, page]);
  const address = pointed ?? own;
  const formula = address === null ? undefined : grid.formulas?.[address];
  const onMouseMove = ({ currentTarget, clientX, clientY }: MouseEvent) => {
    const bounds = currentTarget.getBoundingClientRect();
    const row = grid.rows[laneAt(grid.row_edges, (clientY - bounds.top) / scale)];
    const column = grid.columns[laneAt(grid.column_edges, (clientX - bounds.left) / scale)];
    setPointed(row === undefined || column === undefined ? null : cellAddress(row, column));
  };
  return (
    <div style={{ width: width + SHEET_SIDE }}>
      <div className="sticky top-0 z-30 border-line-strong border-b bg-canvas" style={{ height: SHEET_TOP }}>
        <div
          className="sticky left-0 flex items-center gap-2 border-line border-b px-2 text-xs"
          style={{ height: LINE, width: Math.min(width + SHEET_SIDE, Math.max(200, available)) }}
        >
          <span className="max-w-1/2 shrink-0 truncate font-medium">{page.name}</span>
          {page.hidden ? <Badge icon={<EyeOff size={11} aria-hidden />}>Hidden sheet</Badge> : null}
          <span className="ml-auto min-w-0 truncate text-ink-muted" data-cell-line="">
            {address === null ? null : <span className="font-medium text-ink">{address}</span>}
            {formula === undefined ? null : <span className="ml-1.5 font-mono">={formula.slice(0, SHOWN_FORMULA)}</span>}
          </span>
        </div>
        <div className="flex">
          <span
            aria-hidden
            className="sticky left-0 z-10 shrink-0 border-line-strong border-r bg-canvas"
            style={{ width: SHEET_SIDE, height: SHEET_TOP - LINE }}
          />
          <ColumnLetters grid={grid} scale={scale} length={width} />
        </div>
      </div>
      <div className="flex">
        <RowNumbers grid={grid} scale={scale} length={height} />
        {/* biome-ignore lint/a11y/noStaticElementInteractions: only tells the address of the cell the mouse is over */}
        <div onMouseMove={onMouseMove} onMouseLeave={() => setPointed(null)}>
          {children}
        </div>
      </div>
    </div>
  );
}
