'use client';

import { type RefObject, useEffect, useLayoutEffect, useMemo, useRef } from 'react';
import { lazyWithPrefetch } from '#components/ui/lazy-with-prefetch.tsx';
import type { Evidence } from '#lib/contract/service/extraction.ts';
import { listTargets } from '../session/list-targets.ts';
import { useReview } from '../session/review-context.ts';
import { forgetTaken } from './drawing/copy-taken.ts';
import { listMarks } from './drawing/list-marks.ts';
import { PageImages } from './page-images.tsx';
import { PageLoupe } from './page-loupe.tsx';
import { PageToolbar } from './page-toolbar.tsx';
import { usePageKeys } from './use-page-keys.ts';
import { usePageLayout } from './use-page-layout.ts';
import { usePageSearch } from './use-page-search.ts';
import { usePageSettings } from './use-page-settings.ts';

const PageSearchBar = lazyWithPrefetch(async () => (await import('./page-search-bar.tsx')).PageSearchBar);
const PageText = lazyWithPrefetch(async () => (await import('./drawing/page-text.tsx')).PageText);
const PagePanel = lazyWithPrefetch(async () => (await import('./page-panel.tsx')).PagePanel);

/** Brings into view what has the focus, or is previewed, or was found last. Returns the evidence of the first two. */
function useEvidenceInView(
  reveal: ReturnType<typeof usePageLayout>['reveal'],
  found: ReturnType<typeof usePageSearch>['current'],
): Evidence | undefined {
  const { detail, focused: target, previewed } = useReview();
  const evidence: Evidence | undefined = useMemo(
    () =>
      previewed ??
      listTargets(detail)
        .find(({ pointer }) => pointer === target)
        ?.merged.evidence.find(({ box }) => box !== null),
    [detail, target, previewed],
  );
  const place = evidence?.box ? `${evidence.page} ${evidence.box.join(' ')}` : null;
  // biome-ignore lint/correctness/useExhaustiveDependencies: follows the focus, not every new picture of the same place
  useLayoutEffect(() => {
    if (evidence?.box) reveal(evidence.page, evidence.box);
  }, [target, place, reveal]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: goes where the search is; another size is the focus' affair
  useEffect(() => {
    if (found?.boxes[0]) reveal(found.page, found.boxes[0]);
  }, [found]);
  return evidence;
}

/** Opens the search, and gives the focus back where it came from when it is closed. */
function useSearchBar(search: ReturnType<typeof usePageSearch>, scroller: RefObject<HTMLElement | null>) {
  const cameFrom = useRef<Element | null>(null);
  return {
    open: () => {
      if (search.isOpen) {
        const input = scroller.current?.closest('section[aria-label=Pages]')?.querySelector<HTMLInputElement>('search input');
        input?.focus();
        input?.select();
        return;
      }
      cameFrom.current = window.document.activeElement;
      search.open();
    },
    close: () => {
      search.close();
      if (cameFrom.current instanceof HTMLElement && cameFrom.current.isConnected) cameFrom.current.focus();
    },
  };
}

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
  const found = search.current;
  const evidence = useEvidenceInView(layout.reveal, found);
  const searchBar = useSearchBar(search, scroller);
  const commands = usePageKeys({ layout, settings, search, onSearch: searchBar.open, onWindow });
  return (
    <section aria-label="Pages" className="flex min-h-0 flex-1 flex-col">
      {search.isOpen ? <PageSearchBar search={search} onClose={searchBar.close} /> : null}
      <div className="relative flex min-h-0 flex-1">
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
          <PageText
            count={count}
            marks={marks}
            page={found?.page ?? evidence?.page ?? layout.current}
            pointer={found ? null : review.focused}
          />
        ) : null}
        <PageImages
          scroller={scroller}
          layout={layout}
          isHidden={settings.isText}
          places={settings.places}
          isEmpty={document.state === 'failed' && count === 0}
          marks={marks}
          found={search.byPage}
        />
        {evidence && settings.loupe && !settings.isText ? <PageLoupe evidence={evidence} viewHeight={layout.viewHeight} /> : null}
      </div>
      <PageToolbar
        page={layout.current}
        count={count}
        shownZoom={layout.shownZoom}
        thumbnails={settings.thumbnails}
        isText={settings.isText}
        fit={settings.fit}
        places={settings.places}
        loupe={settings.loupe}
        isSearching={search.isOpen}
        commands={commands}
      />
    </section>
  );
}
