'use client';

import { useQuery } from '@tanstack/react-query';
import { type ComponentProps, useState } from 'react';
import { Tabs } from '#components/ui/tabs.tsx';
import { outlineQuery } from '#lib/client/outline.ts';
import { PageOutline } from './page-outline.tsx';
import { PageThumbnails } from './page-thumbnails.tsx';
import { useReview } from './review-context.ts';

const VIEWS = [
  { id: 'pages', label: 'Pages' },
  { id: 'outline', label: 'Outline' },
] as const;

/** What stands left of the pages: all of them small, or the document's outline where it has one. */
export function PagePanel(props: ComponentProps<typeof PageThumbnails>) {
  const { documentId, detail } = useReview();
  const [view, setView] = useState<'pages' | 'outline'>('pages');
  const { data } = useQuery(outlineQuery(documentId, detail.document.pages_read));
  const entries = data?.entries ?? [];
  if (entries.length === 0) return <PageThumbnails {...props} />;
  return (
    <Tabs
      label="Beside the pages"
      items={VIEWS}
      value={view}
      onChange={setView}
      className={view === 'outline' ? 'flex w-56 shrink-0 flex-col border-r bg-canvas' : 'flex w-36 shrink-0 flex-col border-r bg-canvas'}
      panelClassName="flex min-h-0 flex-1 data-inert:hidden"
    >
      {view === 'outline' ? (
        <PageOutline entries={entries} current={props.current} onPage={props.onPage} />
      ) : (
        <PageThumbnails {...props} isInPanel />
      )}
    </Tabs>
  );
}
