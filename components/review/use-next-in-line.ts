'use client';

import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRouter } from 'next/navigation';
import { useCallback, useEffect } from 'react';
import { documentQuery } from '#lib/client/document.ts';
import { pagesQuery } from '#lib/client/pages.ts';
import { nextInLineQuery } from '#lib/client/review-line.ts';
import { pagePicture } from './page-picture.ts';

/** Width in CSS pixels a page usually has beside the fields; the next document's first picture is fetched for it. */
const USUAL_WIDTH = 800;

/** Fetches the next document to review while this one is worked on; `goOn` opens it, or the list when none is left. */
export function useNextInLine(id: string, isEnabled: boolean) {
  const client = useQueryClient();
  const router = useRouter();
  const { data } = useQuery({ ...nextInLineQuery(id), enabled: isEnabled });
  const next = data?.next ?? null;
  useEffect(() => {
    if (!next) return;
    router.prefetch(`/documents/${next.id}`);
    void client.prefetchQuery(documentQuery(next.id));
    void client.prefetchQuery(pagesQuery(next.id, 1, next.pages_read));
    if (/^image\/|pdf$/.test(next.media_type ?? '')) new Image().src = pagePicture(next.id, 1, USUAL_WIDTH);
  }, [client, next, router]);
  const goOn = useCallback(async () => {
    const found = await client.fetchQuery(nextInLineQuery(id)).catch(() => null);
    router.push(found?.next ? `/documents/${found.next.id}` : '/documents');
  }, [client, id, router]);
  return { goOn, waiting: data?.waiting ?? null };
}
