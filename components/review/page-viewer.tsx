'use client';

import { useVirtualizer } from '@tanstack/react-virtual';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { Evidence } from '#lib/contract/extraction.ts';
import { listTargets } from './list-targets.ts';
import { PageToolbar } from './page-toolbar.tsx';
import { type Mark, PageView } from './page-view.tsx';
import { useReview } from './review-context.ts';
import { usePage } from './use-pages.ts';
import { SCROLLER } from './use-visible-band.ts';

const GAP = 14;
const ZOOMS = [0.5, 0.67, 0.8, 1, 1.25, 1.5, 2, 3] as const;
/** Width over height of an A4 page, until the real one is known. */
const A4 = Math.SQRT2;

function useWidth<Element extends HTMLElement>() {
  const ref = useRef<Element>(null);
  const [width, setWidth] = useState(0);
  useEffect(() => {
    if (!ref.current) return;
    const observer = new ResizeObserver(([entry]) => entry && setWidth(Math.floor(entry.contentRect.width)));
    observer.observe(ref.current);
    return () => observer.disconnect();
  }, []);
  return { ref, width };
}

function marksByPage(review: ReturnType<typeof useReview>): Map<number, Mark[]> {
  const pages = new Map<number, Mark[]>();
  for (const { pointer, merged, field, row } of listTargets(review.detail)) {
    for (const evidence of merged.evidence) {
      if (!evidence.box) continue;
      const label = `${field.label || field.name}${row === null ? '' : `, row ${row + 1}`}`;
      const mark = { pointer, box: evidence.box, label, flagged: review.flagsOf(pointer).length > 0 };
      pages.set(evidence.page, [...(pages.get(evidence.page) ?? []), mark]);
    }
  }
  return pages;
}

/** What the viewer must know of a page to place it. Sizes in points; the width counts for grids, which are not fitted. */
type Shape = { aspect: number; gridWidth: number | null };
/** CSS pixels a point of a sheet at 100 %. */
const GRID_SCALE = 1.3;

type LoadedPageProps = { number: number; width: number; onShape: (page: number, shape: Shape) => void; marks: readonly Mark[] };

function LoadedPage({ number, width, onShape, marks }: LoadedPageProps) {
  const review = useReview();
  const page = usePage(review.documentId, number);
  const aspect = page ? page.height / page.width : A4;
  const gridWidth = page?.display === 'grid' ? page.width : null;
  const isLoaded = page !== undefined;
  useEffect(() => {
    if (isLoaded) onShape(number, { aspect, gridWidth });
  }, [isLoaded, number, aspect, gridWidth, onShape]);
  return <PageView number={number} page={page} width={width} aspect={aspect} marks={marks} />;
}

/** The document's pages, one under the other. The focused value's evidence comes into view by itself. */
export function PageViewer() {
  const review = useReview();
  const { ref: scroller, width: available } = useWidth<HTMLElement>();
  const [zoom, setZoom] = useState(1);
  const shapes = useRef(new Map<number, Shape>());
  const { document } = review.detail;
  const count = document.page_count ?? document.pages_read;
  const fitted = Math.max(200, Math.round((available - 2 * GAP) * zoom));
  const aspectOf = useCallback((page: number) => shapes.current.get(page)?.aspect ?? shapes.current.get(1)?.aspect ?? A4, []);
  const widthOf = useCallback(
    (page: number) => {
      const gridWidth = shapes.current.get(page)?.gridWidth;
      return gridWidth ? Math.round(gridWidth * GRID_SCALE * zoom) : fitted;
    },
    [fitted, zoom],
  );
  const marks = useMemo(() => marksByPage(review), [review]);

  const virtual = useVirtualizer({
    count,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => widthOf(index + 1) * aspectOf(index + 1) + GAP,
    overscan: 1,
    paddingStart: GAP,
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: another width makes every height another
  useEffect(() => virtual.measure(), [widthOf, virtual]);
  const onShape = useCallback(
    (page: number, shape: Shape) => {
      const known = shapes.current.get(page);
      if (known?.aspect === shape.aspect && known.gridWidth === shape.gridWidth) return;
      shapes.current.set(page, shape);
      virtual.measure();
    },
    [virtual],
  );

  const target = review.focused;
  const { previewed } = review;
  const evidence: Evidence | undefined = useMemo(
    () =>
      previewed ??
      listTargets(review.detail)
        .find(({ pointer }) => pointer === target)
        ?.merged.evidence.find(({ box }) => box !== null),
    [review.detail, target, previewed],
  );
  const place = evidence?.box ? `${evidence.page} ${evidence.box.join(' ')}` : null;
  // biome-ignore lint/correctness/useExhaustiveDependencies: follows the focus, not every new picture of the same place
  useEffect(() => {
    const frame = scroller.current;
    if (!frame || !evidence?.box || available <= 0) return;
    const width = widthOf(evidence.page);
    const aspect = aspectOf(evidence.page);
    const start = virtual.getOffsetForIndex(evidence.page - 1, 'start')?.[0] ?? 0;
    const [left, top, right, bottom] = evidence.box;
    const boxTop = start + top * width * aspect;
    const boxBottom = start + bottom * width * aspect;
    const margin = Math.min(90, frame.clientHeight / 6);
    if (boxTop < frame.scrollTop + margin || boxBottom > frame.scrollTop + frame.clientHeight - margin) {
      frame.scrollTop = Math.max(0, (boxTop + boxBottom) / 2 - frame.clientHeight * 0.42);
    }
    if (left * width < frame.scrollLeft || right * width > frame.scrollLeft + frame.clientWidth) {
      frame.scrollLeft = Math.max(0, ((left + right) / 2) * width - frame.clientWidth / 2);
    }
  }, [target, place, widthOf]);

  const step = (direction: 1 | -1) => {
    const candidates = direction > 0 ? ZOOMS : ZOOMS.toReversed();
    setZoom(candidates.find((candidate) => (direction > 0 ? candidate > zoom + 0.01 : candidate < zoom - 0.01)) ?? zoom);
  };
  const items = virtual.getVirtualItems();
  const widest = Math.max(fitted, ...items.map((item) => widthOf(item.index + 1)));
  const middle = (scroller.current?.scrollTop ?? 0) + (scroller.current?.clientHeight ?? 0) / 2;
  const current = (items.find((item) => item.start <= middle && item.end >= middle)?.index ?? 0) + 1;

  return (
    <section aria-label="Pages" className="flex min-h-0 flex-1 flex-col">
      <PageToolbar
        page={Math.min(current, Math.max(count, 1))}
        count={count}
        zoom={zoom}
        onZoom={step}
        onFit={() => setZoom(1)}
        onPage={(page) => virtual.scrollToIndex(page - 1, { align: 'start' })}
      />
      <section
        ref={scroller}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard
        tabIndex={0}
        aria-label="Page pictures"
        {...{ [SCROLLER]: '' }}
        className="relative min-h-0 flex-1 overflow-auto bg-sunken"
      >
        <div style={{ height: virtual.getTotalSize(), width: Math.max(available, widest + 2 * GAP), position: 'relative' }}>
          {items.map((item) => {
            const number = item.index + 1;
            const width = widthOf(number);
            return (
              <div key={item.key} className="absolute" style={{ top: item.start, left: Math.max(GAP, (available - width) / 2) }}>
                <LoadedPage number={number} width={width} onShape={onShape} marks={marks.get(number) ?? []} />
              </div>
            );
          })}
        </div>
      </section>
    </section>
  );
}
