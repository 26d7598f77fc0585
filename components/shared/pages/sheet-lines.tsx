'use client';

import { tipOf } from '#components/ui/tip.ts';
import type { Page, SheetGrid } from '#lib/contract/service/reading.ts';

/** Longest part of a formula that fits into a tip. */
const SHOWN_FORMULA = 200;

type SheetLinesProps = {
  page: Page & { grid: SheetGrid };
  /** The part of the page that is near the view, as fractions of its height. */
  from: number;
  to: number;
};

/** The lines between the cells of a sheet, in an SVG that counts in points of the page; merged cells have none inside. */
export function SheetLines({ page, from, to }: SheetLinesProps) {
  const { row_edges: rows, column_edges: columns, merges } = page.grid;
  const [top, bottom] = [Math.max(0, from * page.height), Math.min(page.height, to * page.height)];
  const across = rows.filter((y) => y >= top && y <= bottom).map((y) => `M0 ${y}H${page.width}`);
  const down = columns.map((x) => `M${x} ${top}V${bottom}`);
  return (
    <>
      <path d={[...across, ...down].join('')} className="fill-none stroke-paper-line" strokeWidth={0.6} />
      {merges
        .filter((box) => box[1] <= to && box[3] >= from)
        .map(([left, upper, right, lower]) => (
          <rect
            key={`${left} ${upper}`}
            x={left * page.width}
            y={upper * page.height}
            width={(right - left) * page.width}
            height={(lower - upper) * page.height}
            className="fill-paper stroke-paper-line"
            strokeWidth={0.6}
          />
        ))}
    </>
  );
}

/** A corner in each cell that is reckoned, with its formula in a tip. Drawn over the words, so that they show it too. */
export function SheetFormulas({ page, from, to }: SheetLinesProps) {
  const { formulas } = page.grid;
  if (!formulas) return null;
  const seen = new Set<string>();
  return page.words.map(({ box: [left, top, right, bottom] }, index) => {
    const address = page.cell_addresses?.[index];
    const formula = address === undefined ? undefined : formulas[address];
    if (formula === undefined || address === undefined || bottom < from || top > to || seen.has(address)) return null;
    seen.add(address);
    return (
      <rect
        key={address}
        x={left * page.width}
        y={top * page.height}
        width={(right - left) * page.width}
        height={(bottom - top) * page.height}
        fill="transparent"
        {...tipOf(`${address} =${formula.slice(0, SHOWN_FORMULA)}`)}
      />
    );
  });
}
