'use client';

import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { saveActions } from '#lib/client/documents/document.ts';
import { documentKeys } from '#lib/client/documents/documents.ts';
import { createReviewQueue, type ReviewQueue } from '#lib/client/review/review-queue.ts';
import type { ReviewQueueState } from '#lib/client/review/review-queue-state.ts';
import type { DeskDocumentDetail } from '#lib/contract/desk/desk-document.ts';

/** The queue of each document that was opened last: one left behind goes on saving until the document is opened again. */
const live = new Map<string, ReviewQueue>();

/** The queue that saves a document's actions now: that of the screen, or of the screen that was left last. */
export function findReviewQueue(id: string): ReviewQueue | undefined {
  return live.get(id);
}

/** Documents whose unsaved work is in this tab only: closing it is warned of, also when the document was left. */
const unkept = new Set<string>();
const warn = (event: BeforeUnloadEvent) => event.preventDefault();

function noteKept(id: string, isKept: boolean): void {
  if (isKept) unkept.delete(id);
  else unkept.add(id);
  if (unkept.size > 0) window.addEventListener('beforeunload', warn);
  else window.removeEventListener('beforeunload', warn);
}

/** The document with the person's unsaved actions on top, and the queue that saves them. One queue per document shown. */
export function useReviewQueue(
  detail: DeskDocumentDetail,
  actor: { id: string; name: string },
): { state: ReviewQueueState; queue: ReviewQueue } {
  const client = useQueryClient();
  const [state, setState] = useState<ReviewQueueState>({
    status: 'idle',
    detail,
    unsaved: 0,
    isKept: true,
    problem: null,
    conflicts: [],
    lock: null,
  });
  const held = useRef<{ id: string; queue: ReviewQueue } | null>(null);
  const { id } = detail.document;
  if (held.current?.id !== id) {
    live.get(id)?.stop();
    const queue = createReviewQueue({
      detail,
      actor,
      storage: localStorage,
      save: async (body) => {
        const answer = await saveActions(id, body);
        // What did not change is the same object as before: its field is not drawn again.
        return client.setQueryData<DeskDocumentDetail>(documentKeys.detail(id), answer) ?? answer;
      },
      onChange: (next) => {
        noteKept(id, next.isKept);
        setState(next);
      },
    });
    live.set(id, queue);
    held.current = { id, queue };
  }
  const { queue } = held.current;
  useEffect(() => queue.receive(detail), [queue, detail]);
  useEffect(() => {
    const again = () => queue.retryNow();
    window.addEventListener('online', again);
    return () => window.removeEventListener('online', again);
  }, [queue]);
  useEffect(() => {
    if (state.unsaved === 0) return;
    const warnHere = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', warnHere);
    return () => window.removeEventListener('beforeunload', warnHere);
  }, [state.unsaved]);
  return { state: state.detail.document.id === id ? state : { ...state, detail }, queue };
}
