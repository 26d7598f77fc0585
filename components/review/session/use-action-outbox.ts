'use client';

import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { saveActions } from '#lib/client/documents/document.ts';
import { documentKeys } from '#lib/client/documents/documents.ts';
import { type ActionOutbox, createActionOutbox } from '#lib/client/review/action-outbox.ts';
import type { ActionOutboxState } from '#lib/client/review/action-outbox-state.ts';
import type { DeskDocumentDetail } from '#lib/contract/desk/desk-document.ts';

/** The outbox of each document that was opened last: one left behind goes on saving until the document is opened again. */
const live = new Map<string, ActionOutbox>();

/** The outbox that saves a document's actions now: that of the screen, or of the screen that was left last. */
export function findActionOutbox(id: string): ActionOutbox | undefined {
  return live.get(id);
}

/** Documents whose unsaved work is in this tab only: closing it is warned of, also when the document was left. */
const unkept = new Set<string>();
const warn = (event: BeforeUnloadEvent) => event.preventDefault();

function recordKept(id: string, isKept: boolean): void {
  if (isKept) unkept.delete(id);
  else unkept.add(id);
  if (unkept.size > 0) window.addEventListener('beforeunload', warn);
  else window.removeEventListener('beforeunload', warn);
}

/** The document with the person's unsaved actions on top, and the outbox that saves them. One outbox per document shown. */
export function useActionOutbox(
  detail: DeskDocumentDetail,
  actor: { id: string; name: string },
): { state: ActionOutboxState; outbox: ActionOutbox } {
  const client = useQueryClient();
  const [state, setState] = useState<ActionOutboxState>({
    status: 'idle',
    detail,
    unsaved: 0,
    isKept: true,
    problem: null,
    conflicts: [],
    lock: null,
  });
  const held = useRef<{ id: string; outbox: ActionOutbox } | null>(null);
  const { id } = detail.document;
  if (held.current?.id !== id) {
    live.get(id)?.stop();
    const outbox = createActionOutbox({
      detail,
      actor,
      storage: localStorage,
      save: async (body) => {
        const answer = await saveActions(id, body);
        // What did not change is the same object as before: its field is not drawn again.
        return client.setQueryData<DeskDocumentDetail>(documentKeys.detail(id), answer) ?? answer;
      },
      onChange: (next) => {
        recordKept(id, next.isKept);
        setState(next);
      },
    });
    live.set(id, outbox);
    held.current = { id, outbox };
  }
  const { outbox } = held.current;
  useEffect(() => outbox.receive(detail), [outbox, detail]);
  useEffect(() => {
    const again = () => outbox.retryNow();
    window.addEventListener('online', again);
    return () => window.removeEventListener('online', again);
  }, [outbox]);
  useEffect(() => {
    if (state.unsaved === 0) return;
    const warnHere = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', warnHere);
    return () => window.removeEventListener('beforeunload', warnHere);
  }, [state.unsaved]);
  return { state: state.detail.document.id === id ? state : { ...state, detail }, outbox };
}
