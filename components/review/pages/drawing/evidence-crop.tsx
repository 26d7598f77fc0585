'use client';

import type { Evidence } from '#lib/contract/service/extraction.ts';
import { countLines } from './count-lines.ts';
import { pagePicture } from './page-picture.ts';
import { usePage } from './use-pages.ts';

const HEIGHT = 26;
const MAX_HEIGHT = 64;
const MAX_WIDTH = 340;
/** A line of text is about this high in the crop. */
const LINE = 17;
const PADDING = 8;

/** The piece of the page a value was taken from, cut out of the page's picture and turned so that it can be read. */
export function EvidenceCrop({ documentId, evidence }: { documentId: string; evidence: Evidence }) {
  const page = usePage(documentId, evidence.page);
  if (!evidence.box) return null;
  if (page?.display !== 'image') {
    return evidence.text ? <p className="truncate border-line-strong border-l-2 pl-2 text-ink-muted text-xs">{evidence.text}</p> : null;
  }
  const [left, top, right, bottom] = evidence.box;
  const aspect = page.height / page.width;
  const turn = page.text_rotation;
  const isSideways = turn === 90 || turn === 270;
  // Both in page widths.
  const across = Math.max(right - left, 0.004);
  const down = Math.max(bottom - top, 0.004) * aspect;
  const [length, thickness] = isSideways ? [down, across] : [across, down];
  // Page width in pixels at which one line of the evidence is LINE pixels high, but the whole box still fits.
  const lines = countLines(evidence.text.length, length, thickness);
  const scale = Math.min((LINE * Math.min(lines, 2)) / thickness, (MAX_WIDTH - 2 * PADDING) / Math.max(length, 0.02), 1200);
  const width = Math.min(MAX_WIDTH, length * scale + 2 * PADDING);
  const height = Math.min(MAX_HEIGHT, Math.max(HEIGHT, thickness * scale + 8));
  const [ownWidth, ownHeight] = isSideways ? [height, width] : [width, height];
  const x = left * scale - (ownWidth - across * scale) / 2;
  const y = top * aspect * scale - (ownHeight - down * scale) / 2;
  const share = (part: number, whole: number) => `${(part / whole) * 100}%`;
  // A picture as large as its frame can stand nowhere else.
  const offset = (from: number, frame: number, picture: number) =>
    Math.abs(frame - picture) < 0.01 ? '0%' : share(-from, frame - picture);
  return (
    // All inside is told in shares, so that a narrower column shows the whole of it smaller.
    <div
      role="img"
      aria-label={`On page ${evidence.page}: ${evidence.text}`}
      className="relative max-w-full overflow-hidden rounded-sm bg-paper outline-1 outline-line -outline-offset-1"
      style={{ width, aspectRatio: `${width} / ${height}` }}
    >
      <div
        className="crop-edges absolute bg-no-repeat"
        style={{
          width: share(ownWidth, width),
          height: share(ownHeight, height),
          left: share((width - ownWidth) / 2, width),
          top: share((height - ownHeight) / 2, height),
          transform: turn === 0 ? undefined : `rotate(${turn}deg)`,
          backgroundImage: `url("${pagePicture(documentId, evidence.page, scale)}")`,
          backgroundSize: `${share(scale, ownWidth)} ${share(scale * aspect, ownHeight)}`,
          backgroundPosition: `${offset(x, ownWidth, scale)} ${offset(y, ownHeight, scale * aspect)}`,
        }}
      />
    </div>
  );
}
