'use client';

import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useRef, useState } from 'react';
import { EmptyState } from '#components/ui/empty-state.tsx';
import { documentKeys } from '#lib/client/documents/documents.ts';
import type { DeskDocumentDetail } from '#lib/contract/desk/desk-document.ts';
import { type Review, ReviewProvider } from '../session/review-context.ts';
import { PageViewer } from './page-viewer.tsx';
import { type FromPages, openPagesChannel, type ToPages } from './pages-channel.ts';

type Look = Extract<ToPages, { type: 'look' }>;

/** The window that shows only the pages of the document under review in the tab of that name, and follows it. */
export function PagesScreen({ pair }: { pair: string }) {
  const client = useQueryClient();
  const channel = useRef<BroadcastChannel | null>(null);
  const [detail, setDetail] = useState<DeskDocumentDetail | null>(null);
  const [look, setLook] = useState<Look | null>(null);
  useEffect(() => {
    const line = openPagesChannel(pair);
    channel.current = line;
    const say = (message: FromPages) => line.postMessage(message);
    line.onmessage = ({ data }: MessageEvent<ToPages>) => {
      if (data.type === 'detail') {
        setDetail(data.detail);
        client.setQueryData(documentKeys.detail(data.detail.document.id), data.detail);
        document.title = `${data.detail.document.name} · Pages`;
      } else if (data.type === 'look') setLook(data);
      else if (data.type === 'are_you_there') say({ type: 'here' });
      else if (data.type === 'left') setDetail((now) => (now?.document.id === data.documentId ? null : now));
      else if (data.type === 'close') window.close();
    };
    const leave = () => say({ type: 'gone' });
    window.addEventListener('pagehide', leave);
    say({ type: 'here' });
    return () => {
      window.removeEventListener('pagehide', leave);
      channel.current = null;
      line.close();
    };
  }, [pair, client]);

  const review: Review | null = useMemo(() => {
    if (!detail) return null;
    const documentId = detail.document.id;
    const own = look?.documentId === documentId ? look : null;
    const say = (message: FromPages) => channel.current?.postMessage(message);
    const flags = detail.flags;
    return {
      documentId,
      detail,
      focused: own?.focused ?? null,
      hovered: own?.hovered ?? null,
      previewed: own?.previewed ?? null,
      canEdit: own?.canEdit ?? false,
      flagsOf: (pointer) => flags.filter((flag) => flag.pointer === pointer),
      focus: (pointer) => say({ type: 'focus', documentId, pointer }),
      hover: (pointer) => say({ type: 'hover', documentId, pointer }),
      pick: (evidence) => say({ type: 'pick', documentId, evidence }),
      unpick: () => say({ type: 'unpick', documentId }),
      // What follows is for the fields, which are in the other window.
      holds: () => false,
      act: () => undefined,
      recordFocus: () => undefined,
      preview: () => undefined,
      accept: () => undefined,
    };
  }, [detail, look]);
  if (!review) {
    return (
      <main className="grid h-full place-items-center">
        <EmptyState title="No document is open">
          Open a document in the main window to see its pages here. Close this window to show them next to the fields again.
        </EmptyState>
      </main>
    );
  }
  return (
    <main className="flex h-full flex-col">
      <h1 className="sr-only">Pages of {review.detail.document.name}</h1>
      <ReviewProvider value={review}>
        <PageViewer key={review.documentId} />
      </ReviewProvider>
    </main>
  );
}
