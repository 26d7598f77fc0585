'use client';

import { useMemo, useRef } from 'react';
import { pageImageUrl } from '#lib/client/documents/document.ts';
import type { Box } from '#lib/contract/service/box.ts';
import type { Page } from '#lib/contract/service/reading.ts';
import { monospacedWords } from './monospaced-words.ts';
import { SheetFormulas, SheetLines } from './sheet-lines.tsx';
import { useVisibleBand } from './use-visible-band.ts';

/** Pixels asked for of a picture on the page, for each of its points. */
const PICTURE_SHARPNESS = 2;
const SANS = 'Helvetica, Arial, "Liberation Sans", sans-serif';
const MONO = '"Courier New", "Liberation Mono", "DejaVu Sans Mono", monospace';

/** A page that has no picture: its words, as real selectable text, and the frames of tables that were drawn, its pictures, or the lines of a sheet, at their places. */
export function LaidOutPage({ documentId, page, width }: { documentId: string; page: Page; width: number }) {
  const monospaced = useMemo(() => monospacedWords(page), [page]);
  const frame = useRef<SVGSVGElement>(null);
  const [from, to] = useVisibleBand(frame);
  // A sheet has thousands of cells: only those near the view are drawn.
  const isNear = ([, top, , bottom]: Box) => bottom >= from && top <= to;
  const x = (fraction: number) => fraction * page.width;
  const y = (fraction: number) => fraction * page.height;
  const { grid } = page;
  return (
    // biome-ignore lint/a11y/noSvgWithoutTitle: the words inside are its text, the page around it has the name
    <svg
      ref={frame}
      viewBox={`0 0 ${page.width} ${page.height}`}
      width={width}
      height={(width * page.height) / page.width}
      className="absolute inset-0 select-text"
      fontFamily={SANS}
    >
      {grid ? <SheetLines page={{ ...page, grid }} from={from} to={to} /> : null}
      {page.tables
        .filter(({ ruled }) => ruled)
        .flatMap((table) =>
          table.cells
            .filter(({ box }) => isNear(box))
            .map(({ box: [left, top, right, bottom], row, column, header }) => (
              <rect
                key={`${table.box.join()} ${row} ${column}`}
                x={x(left)}
                y={y(top)}
                width={x(right - left)}
                height={y(bottom - top)}
                className={header ? 'fill-paper-head stroke-paper-line' : 'fill-none stroke-paper-line'}
                strokeWidth={0.6}
              />
            )),
        )}
      {(page.pictures ?? [])
        .filter(({ box }) => isNear(box))
        .map(({ box }) => (
          <image
            key={box.join()}
            href={pageImageUrl(documentId, page.number, { width: PICTURE_SHARPNESS * x(box[2] - box[0]), box })}
            x={x(box[0])}
            y={y(box[1])}
            width={x(box[2] - box[0])}
            height={y(box[3] - box[1])}
            preserveAspectRatio="none"
            aria-label="Picture"
          />
        ))}
      {page.words.map(({ text, box, size = 10, bold, hidden }, index) => {
        if (!isNear(box)) return null;
        const [left, top, right, bottom] = box;
        return (
          <text
            // biome-ignore lint/suspicious/noArrayIndexKey: words of a page never move
            key={index}
            x={x(left)}
            y={y(top) + (y(bottom - top) + size * 0.72) / 2}
            fontSize={size}
            fontFamily={monospaced.has(index) ? MONO : undefined}
            fontWeight={bold ? 700 : 400}
            textLength={x(right - left)}
            lengthAdjust="spacingAndGlyphs"
            // Of a row or column that is folded away.
            opacity={grid && hidden ? 0.5 : undefined}
            className="fill-paper-ink"
          >
            {text}
          </text>
        );
      })}
      {grid ? <SheetFormulas page={{ ...page, grid }} from={from} to={to} /> : null}
    </svg>
  );
}
