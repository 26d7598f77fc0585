'use client';

import { useQuery } from '@tanstack/react-query';
import { type ComponentProps, useState } from 'react';
import { Tabs } from '#components/ui/tabs.tsx';
import { outlineQuery } from '#lib/client/documents/outline.ts';
import { errorMessage } from '#lib/client/http/error-message.ts';
import { useReview } from '../session/review-context.ts';
import { PageOutline } from './page-outline.tsx';
import { PageThumbnails } from './page-thumbnails.tsx';

const VIEWS = [
  { id: 'pages', label: 'Pages' },
  { id: 'outline', label: 'Outline' },
] as const;

/**
 * What stands left of the pages: all of them small, or the document's outline. Its frame is the same with and without an outline:
 * one that arrives later moves nothing and keeps the focus where it is.
 */
export function PagePanel(props: ComponentProps<typeof PageThumbnails>) {
  const { documentId, detail } = useReview();
  const [view, setView] = useState<'pages' | 'outline'>('pages');
  const { data, error } = useQuery(outlineQuery(documentId, detail.document.pages_read));
  return (
    <Tabs
      label="Side panel"
      items={VIEWS}
      value={view}
      onChange={setView}
      className={view === 'outline' ? 'flex w-56 shrink-0 flex-col border-r bg-canvas' : 'flex w-36 shrink-0 flex-col border-r bg-canvas'}
      panelClassName="flex min-h-0 flex-1 data-inert:hidden"
    >
      {view === 'outline' ? (
        data && data.entries.length > 0 ? (
          <PageOutline entries={data.entries} current={props.current} onPage={props.onPage} />
        ) : (
          <p role="status" className="px-2.5 py-2 text-ink-muted text-xs">
            {data ? 'This document has no outline.' : error ? errorMessage(error) : 'Loading the outline …'}
          </p>
        )
      ) : (
        <PageThumbnails {...props} />
      )}
    </Tabs>
  );
}
