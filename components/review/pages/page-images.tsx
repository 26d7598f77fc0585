'use client';

import type { RefObject } from 'react';
import { SCROLLER } from '#components/shared/pages/use-visible-band.ts';
import type { Mark } from './drawing/list-marks.ts';
import type { FoundPlace } from './drawing/page-view.tsx';
import { LoadedPage } from './loaded-page.tsx';
import type { usePageLayout } from './use-page-layout.ts';
import { GAP } from './use-page-shapes.ts';

const NO_MARKS: readonly Mark[] = [];
const NO_PLACES: readonly FoundPlace[] = [];

type PageImagesProps = {
  scroller: RefObject<HTMLElement | null>;
  layout: ReturnType<typeof usePageLayout>;
  isHidden: boolean;
  /** The places of all values are marked. */
  places: boolean;
  /** There will be no pages. */
  isEmpty: boolean;
  marks: ReadonlyMap<number, readonly Mark[]>;
  found: ReadonlyMap<number, readonly FoundPlace[]>;
};

/** The pages in view, at their places. */
export function PageImages({ scroller, layout, isHidden, places, isEmpty, marks, found }: PageImagesProps) {
  return (
    <section
      ref={scroller}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard
      tabIndex={0}
      aria-label="Page images"
      hidden={isHidden}
      {...{ [SCROLLER]: '' }}
      data-places={places ? 'all' : undefined}
      className="group/pages relative min-h-0 min-w-0 flex-1 overflow-auto bg-sunken"
    >
      {isEmpty ? <p className="absolute inset-x-0 top-1/3 px-6 text-center text-ink-faint">There are no pages to show.</p> : null}
      <div style={{ height: layout.totalHeight, width: Math.max(layout.available, layout.widest + 2 * GAP), position: 'relative' }}>
        {layout.items.map(({ page: number, start }) => (
          <div
            key={number}
            className="absolute"
            style={{ top: start, left: Math.max(GAP, (layout.available - layout.outerWidthOf(number)) / 2) }}
          >
            <LoadedPage
              number={number}
              width={layout.widthOf(number)}
              aspect={layout.aspectOf(number)}
              available={layout.available - GAP}
              turn={layout.turnOf(number)}
              recordShape={layout.recordShape}
              isFlying={layout.isFlying}
              onPage={layout.goTo}
              marks={marks.get(number) ?? NO_MARKS}
              found={found.get(number) ?? NO_PLACES}
            />
          </div>
        ))}
      </div>
    </section>
  );
}
