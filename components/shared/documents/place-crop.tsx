'use client';

import { pageImageUrl } from '#lib/client/documents/document.ts';
import type { Box } from '#lib/contract/service/box.ts';

/** Least width of the part shown, as a share of the page: what stands beside the value is part of seeing it. */
const LEAST_WIDTH = 0.36;
/** Where the middle of the value stands across the part: what names a value mostly stands left of it. */
const ACROSS = 0.66;
const MARGIN = 0.025;
/** Height over width of the part, and about that of the page. */
const SHAPE = 0.19;
const PAGE_ASPECT = Math.SQRT2;
const PIXELS = 560;

/** The part of the page around a value, in box scale. */
function partAround([left, top, right, bottom]: Box): Box {
  const width = Math.min(1, Math.max(LEAST_WIDTH, right - left + 2 * MARGIN));
  const height = Math.min(1, Math.max((width * SHAPE) / PAGE_ASPECT, bottom - top + MARGIN / 2));
  const start = (middle: number, size: number, share: number) => Math.min(1 - size, Math.max(0, middle - size * share));
  const isWide = right - left > LEAST_WIDTH / 2;
  const x = start((left + right) / 2, width, isWide ? 0.5 : ACROSS);
  const y = start((top + bottom) / 2, height, 0.5);
  const round = (value: number) => Math.round(value * 1e4) / 1e4;
  return [round(x), round(y), round(x + width), round(y + height)];
}

/** @param props.text what stands there, for screen readers */
type PlaceCropProps = { documentId: string; page: number; box: Box; text: string };

/** A place with what stands around it, cut out of its page. */
export function PlaceCrop({ documentId, page, box, text }: PlaceCropProps) {
  const part = partAround(box);
  const [left, top, right, bottom] = box;
  const across = (x: number) => `${((x - part[0]) / (part[2] - part[0])) * 100}%`;
  const down = (y: number) => `${((y - part[1]) / (part[3] - part[1])) * 100}%`;
  return (
    <span className="relative inline-block max-w-full overflow-hidden rounded-sm bg-paper">
      {/* biome-ignore lint/performance/noImgElement: the part and its size are chosen here, and it stays behind the session */}
      <img
        src={pageImageUrl(documentId, page, { width: PIXELS, box: part })}
        alt={`On page ${page}: ${text}`}
        loading="lazy"
        decoding="async"
        draggable={false}
        className="crop-edges block max-h-14 max-w-full"
      />
      <span
        aria-hidden
        className="absolute rounded-[2px] border border-evidence bg-evidence/12"
        style={{
          left: across(left - 0.004),
          right: `calc(100% - ${across(right + 0.004)})`,
          top: down(top - 0.003),
          bottom: `calc(100% - ${down(bottom + 0.003)})`,
        }}
      />
    </span>
  );
}
