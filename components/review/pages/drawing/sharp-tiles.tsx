'use client';

import { useEffect, useRef, useState } from 'react';
import { pageImageUrl } from '#lib/client/documents/document.ts';
import type { Box } from '#lib/contract/service/box.ts';

/** Edge of a tile in pixels of the screen, about. */
const TILE = 1600;

type SharpTilesProps = {
  documentId: string;
  page: number;
  /** Width and height of the page in CSS pixels, before turning. */
  width: number;
  height: number;
};

/**
 * A page in tiles, each drawn as sharp as the screen, to lie over the page's picture where that would have to be blown up. Only tiles
 * in view are asked for; until they come the picture below is seen.
 */
export function SharpTiles({ documentId, page, width, height }: SharpTilesProps) {
  const columns = Math.ceil((width * window.devicePixelRatio) / TILE);
  const rows = Math.ceil((height * window.devicePixelRatio) / TILE);
  const boxes = Array.from({ length: columns * rows }, (_, index): Box => {
    const [column, row] = [index % columns, Math.floor(index / columns)];
    return [column / columns, row / rows, (column + 1) / columns, (row + 1) / rows];
  });
  const pixels = (width * window.devicePixelRatio) / columns;
  return boxes.map((box) => <Tile key={box.join()} documentId={documentId} page={page} box={box} pixels={pixels} />);
}

/** @param props.pixels the tile's width on the screen */
function Tile({ documentId, page, box, pixels }: { documentId: string; page: number; box: Box; pixels: number }) {
  const frame = useRef<HTMLDivElement>(null);
  const [isSeen, setSeen] = useState(false);
  const [isDrawn, setDrawn] = useState(false);
  useEffect(() => {
    const tile = frame.current;
    if (!tile) return;
    const observer = new IntersectionObserver(([entry]) => {
      if (!entry?.isIntersecting) return;
      setSeen(true);
      observer.disconnect();
    });
    observer.observe(tile);
    return () => observer.disconnect();
  }, []);
  const [left, top, right, bottom] = box;
  return (
    <div
      ref={frame}
      aria-hidden
      className="pointer-events-none absolute"
      style={{ left: `${left * 100}%`, top: `${top * 100}%`, width: `${(right - left) * 100}%`, height: `${(bottom - top) * 100}%` }}
    >
      {isSeen ? (
        // biome-ignore lint/performance/noImgElement: the tile's size is chosen here, and it stays behind the session
        <img
          src={pageImageUrl(documentId, page, { width: pixels, box })}
          alt=""
          draggable={false}
          decoding="async"
          data-tile={page}
          onLoad={() => setDrawn(true)}
          className={isDrawn ? 'block size-full select-none' : 'invisible size-full'}
        />
      ) : null}
    </div>
  );
}
