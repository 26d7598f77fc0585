'use client';

import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRouter } from 'next/navigation';
import { useCallback, useEffect } from 'react';
import { useCurrentUser } from '#components/shared/current-user.ts';
import { pagePicture } from '#components/shared/pages/page-picture.ts';
import { showToast } from '#components/ui/layers/toast.tsx';
import { whenIdle } from '#components/ui/when-idle.ts';
import { commentsQuery } from '#lib/client/documents/comments.ts';
import { documentQuery } from '#lib/client/documents/document.ts';
import { keepLockAhead } from '#lib/client/documents/document-lock.ts';
import { pagesQuery } from '#lib/client/documents/pages.ts';
import { findWorklist, nextInWorklistQuery, recordDone } from '#lib/client/review/worklist.ts';
import { paceQuery } from '#lib/client/team/queues.ts';
import type { DeskDocument } from '#lib/contract/desk/desk-document.ts';
import { hasPictures } from '#lib/document/geometry/has-pictures.ts';
import { usualPageWidth } from '../pages/drawing/usual-page-width.ts';
import { navigateToDocument } from '../session/navigate-document.ts';
import { progressWords } from '../session/progress-words.ts';

/** By then the next document is fetched, however much this one takes. */
const LOOK_AHEAD_MS = 500;

/** Held, so that the browser keeps them decoded. */
let fetched: HTMLImageElement[] = [];
const HELD = 4;

/** Fetches the picture of a document's first page; resolves when it can be shown, or has none. */
async function fetchPicture({ id, media_type }: DeskDocument): Promise<void> {
  if (!hasPictures(media_type)) return;
  const picture = new Image();
  picture.src = pagePicture(id, 1, usualPageWidth());
  fetched = [picture, ...fetched].slice(0, HELD);
  await picture.decode().catch(() => undefined);
}

/**
 * Fetches the next document to review while this one is worked on, and keeps its lock in advance. `goOn` opens it, or where one
 * came from when none is left; `hasNext` says that it is at hand; `progress` says how far one is.
 */
export function useNextInWorklist(id: string, isEnabled: boolean) {
  const client = useQueryClient();
  const router = useRouter();
  const user = useCurrentUser();
  const { data } = useQuery({ ...nextInWorklistQuery(id, user.id), enabled: isEnabled });
  const { data: pace } = useQuery({ ...paceQuery, enabled: isEnabled });
  const next = data?.next ?? null;
  const after = data?.after ?? null;
  const nextId = next?.id ?? null;
  useEffect(() => {
    if (!next) return;
    // what is shown now goes first
    return whenIdle(() => {
      void client.prefetchQuery(documentQuery(next.id));
      void client.prefetchQuery(pagesQuery(next.id, 1, next.pages_read));
      void client.prefetchQuery(commentsQuery(next.id, next.comments_revision));
      const first = fetchPicture(next);
      // The one after it, so that the desk has drawn it by then.
      if (after) void first.then(() => fetchPicture(after));
    }, LOOK_AHEAD_MS);
  }, [client, next, after]);
  useEffect(() => (nextId === null ? undefined : keepLockAhead(nextId)), [nextId]);
  const goOn = useCallback(async () => {
    recordDone(id);
    const query = nextInWorklistQuery(id, user.id);
    // The one that was locked ahead and fetched is opened at once; only without one the desk is asked.
    const found = client.getQueryData(query.queryKey)?.next
      ? client.getQueryData(query.queryKey)
      : await client.fetchQuery(query).catch(() => null);
    if (found?.next) return navigateToDocument(found.next.id);
    const line = findWorklist();
    if (!('queue' in line)) return router.push('/documents');
    showToast({ tone: 'ok', title: `No more documents are waiting for you in ${line.queue.name}` });
    router.push('/queues');
  }, [client, id, router, user.id]);
  /** The next document is known and loaded. */
  const hasNext = useCallback(() => {
    const found = client.getQueryData(nextInWorklistQuery(id, user.id).queryKey)?.next;
    return Boolean(found && client.getQueryData(documentQuery(found.id).queryKey));
  }, [client, id, user.id]);
  return { goOn, hasNext, progress: data ? progressWords(data, pace ?? null) : null };
}
