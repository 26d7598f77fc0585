'use client';

import { memo, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { lazyWithPrefetch } from '#components/ui/lazy-with-prefetch.tsx';
import type { Evidence } from '#lib/contract/service/extraction.ts';
import type { Page } from '#lib/contract/service/reading.ts';
import { listTargets } from '../session/list-targets.ts';
import { useReview } from '../session/review-context.ts';
import { forgetTaken } from './drawing/copy-taken.ts';
import { listMarks, type Mark } from './drawing/list-marks.ts';
import type { Turn } from './drawing/page-turn.ts';
import { type FoundPlace, PageView } from './drawing/page-view.tsx';
import { SheetFrame } from './drawing/sheet-frame.tsx';
import { usePage } from './drawing/use-pages.ts';
import { SCROLLER } from './drawing/use-visible-band.ts';
import { PageToolbar } from './page-toolbar.tsx';
import { usePageKeys } from './use-page-keys.ts';
import { GAP, usePageLayout } from './use-page-layout.ts';
import { usePageSearch } from './use-page-search.ts';
import { usePageSettings } from './use-page-settings.ts';

const PageSearchBar = lazyWithPrefetch(async () => (await import('./page-search-bar.tsx')).PageSearchBar);
const PageText = lazyWithPrefetch(async () => (await import('./drawing/page-text.tsx')).PageText);
const PagePanel = lazyWithPrefetch(async () => (await import('./page-panel.tsx')).PagePanel);

/** A page that is in view for less is not drawn. */
const FLYING_MS = 120;

const NO_MARKS: readonly Mark[] = [];
const NO_PLACES: readonly FoundPlace[] = [];

type LoadedPageProps = {
  number: number;
  width: number;
  aspect: number;
  available: number;
  turn: Turn;
  noteShape: (number: number, page: Page) => void;
  isFlying: () => boolean;
  onPage: (page: number) => void;
  marks: readonly Mark[];
  found: readonly FoundPlace[];
};

const LoadedPage = memo(function LoadedPage(props: LoadedPageProps) {
  const { number, width, aspect, available, turn, noteShape, isFlying, onPage, marks, found } = props;
  const { documentId } = useReview();
  // A page that only flies by is paper; neither its words nor its picture are asked for.
  const [isDrawn, setDrawn] = useState(() => !isFlying());
  useEffect(() => {
    if (isDrawn) return;
    const timer = setTimeout(() => setDrawn(true), FLYING_MS);
    return () => clearTimeout(timer);
  }, [isDrawn]);
  const page = usePage(documentId, number, isDrawn);
  useLayoutEffect(() => {
    if (page) noteShape(number, page);
  }, [page, number, noteShape]);
  const view = <PageView {...{ number, page, width, aspect, turn, isDrawn, marks, found, onPage }} />;
  // Letters and numbers of a turned sheet would name the wrong cells.
  if (!page?.grid || turn !== 0) return view;
  return (
    <SheetFrame page={{ ...page, grid: page.grid }} width={width} height={width * aspect} available={available} marks={marks}>
      {view}
    </SheetFrame>
  );
});

/**
 * The document's pages, one under the other, with their tools. The focused value's evidence comes into view by itself.
 * @param onWindow shows the pages in a window of their own
 */
export function PageViewer({ onWindow }: { onWindow?: (() => void) | undefined }) {
  const review = useReview();
  const scroller = useRef<HTMLElement>(null);
  const settings = usePageSettings();
  // biome-ignore lint/correctness/useExhaustiveDependencies: what was taken is of this document
  useEffect(() => forgetTaken, [review.documentId]);
  const { document } = review.detail;
  const count = document.page_count ?? document.pages_read;
  const layout = usePageLayout(scroller, count, settings);
  const search = usePageSearch(review.documentId, document.pages_read);
  const marks = useMemo(() => listMarks(review.detail), [review.detail]);

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
  const { reveal } = layout;
  const place = evidence?.box ? `${evidence.page} ${evidence.box.join(' ')}` : null;
  // biome-ignore lint/correctness/useExhaustiveDependencies: follows the focus, not every new picture of the same place
  useLayoutEffect(() => {
    if (evidence?.box) reveal(evidence.page, evidence.box);
  }, [target, place, reveal]);
  const found = search.current;
  // biome-ignore lint/correctness/useExhaustiveDependencies: goes where the search is; another size is the focus' affair
  useEffect(() => {
    if (found?.boxes[0]) reveal(found.page, found.boxes[0]);
  }, [found]);

  /** What had the focus before the search. */
  const cameFrom = useRef<Element | null>(null);
  const openSearch = () => {
    if (search.isOpen) {
      const input = scroller.current?.closest('section[aria-label=Pages]')?.querySelector<HTMLInputElement>('search input');
      input?.focus();
      input?.select();
      return;
    }
    cameFrom.current = window.document.activeElement;
    search.open();
  };
  const closeSearch = () => {
    search.close();
    if (cameFrom.current instanceof HTMLElement && cameFrom.current.isConnected) cameFrom.current.focus();
  };
  const commands = usePageKeys({ layout, settings, search, onSearch: openSearch, onWindow });

  return (
    <section aria-label="Pages" className="flex min-h-0 flex-1 flex-col">
      <PageToolbar
        page={layout.current}
        count={count}
        shownZoom={layout.shownZoom}
        thumbnails={settings.thumbnails}
        isText={settings.isText}
        fit={settings.fit}
        isSearching={search.isOpen}
        commands={commands}
      />
      {search.isOpen ? <PageSearchBar search={search} onClose={closeSearch} /> : null}
      <div className="flex min-h-0 flex-1">
        {settings.thumbnails && count > 0 ? (
          <PagePanel
            count={count}
            current={layout.current}
            aspectOf={layout.aspectOf}
            turnOf={layout.turnOf}
            marks={marks}
            found={search.byPage}
            onPage={layout.goTo}
          />
        ) : null}
        {settings.isText ? (
          <PageText count={count} marks={marks} page={found?.page ?? evidence?.page ?? layout.current} pointer={found ? null : target} />
        ) : null}
        <section
          ref={scroller}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard
          tabIndex={0}
          aria-label="Page images"
          hidden={settings.isText}
          {...{ [SCROLLER]: '' }}
          className="relative min-h-0 min-w-0 flex-1 overflow-auto bg-sunken"
        >
          {document.state === 'failed' && count === 0 ? (
            <p className="absolute inset-x-0 top-1/3 px-6 text-center text-ink-faint">There are no pages to show.</p>
          ) : null}
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
                  noteShape={layout.noteShape}
                  isFlying={layout.isFlying}
                  onPage={layout.goTo}
                  marks={marks.get(number) ?? NO_MARKS}
                  found={search.byPage.get(number) ?? NO_PLACES}
                />
              </div>
            ))}
          </div>
        </section>
      </div>
    </section>
  );
}
