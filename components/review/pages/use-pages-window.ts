'use client';

import { useCallback, useEffect, useRef, useState } from 'react';
import { showToast } from '#components/ui/layers/toast.tsx';
import type { Review } from '../session/review-context.ts';
import { type FromPages, openPagesChannel, pairName, type ToPages } from './pages-channel.ts';

/** How often a window that was closed without a word is noticed. */
const LOOK_MS = 1000;
/** The window of this tab, kept while one goes from document to document. */
let opened: Window | null = null;

/**
 * The pages in a window of their own, following the focus both ways. `isOpen` is true while that window is there: the review
 * then has no pages itself.
 */
export function usePagesWindow(review: Review): { isOpen: boolean; open(): void; close(): void } {
  const [isOpen, setOpen] = useState(() => opened !== null && !opened.closed);
  const channel = useRef<BroadcastChannel | null>(null);
  const latest = useRef(review);
  latest.current = review;
  const send = useCallback((message: ToPages) => channel.current?.postMessage(message), []);
  const sendLook = useCallback(() => {
    const { documentId, focused, hovered, previewed, canEdit } = latest.current;
    send({ type: 'look', documentId, focused, hovered, previewed, canEdit });
  }, [send]);

  useEffect(() => {
    const line = openPagesChannel(pairName());
    channel.current = line;
    line.onmessage = ({ data }: MessageEvent<FromPages>) => {
      const now = latest.current;
      if (data.type === 'here') {
        setOpen(true);
        send({ type: 'detail', detail: now.detail });
        sendLook();
      } else if (data.type === 'gone') setOpen(false);
      else if ('documentId' in data && data.documentId === now.documentId) {
        if (data.type === 'focus') {
          now.focus(data.pointer);
          // A window behind another hears of no focus.
          now.recordFocus(data.pointer);
        } else if (data.type === 'hover') now.hover(data.pointer);
        else if (data.type === 'pick') now.pick(data.evidence);
        else now.unpick();
      }
    };
    send({ type: 'are_you_there' });
    return () => {
      send({ type: 'left', documentId: latest.current.documentId });
      channel.current = null;
      line.close();
    };
  }, [send, sendLook]);

  const { detail, focused, hovered, previewed, canEdit } = review;
  useEffect(() => {
    if (isOpen) send({ type: 'detail', detail });
  }, [isOpen, detail, send]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: told whenever one of these changes
  useEffect(() => {
    if (isOpen) sendLook();
  }, [isOpen, focused, hovered, previewed, canEdit, sendLook]);
  useEffect(() => {
    if (!isOpen || !opened) return;
    const timer = setInterval(() => {
      if (!opened?.closed) return;
      opened = null;
      setOpen(false);
    }, LOOK_MS);
    return () => clearInterval(timer);
  }, [isOpen]);

  return {
    isOpen,
    open: () => {
      const name = pairName();
      opened = window.open(`/pages?pair=${name}`, `countersign-pages-${name}`, 'popup,width=1000,height=1200');
      if (opened) opened.focus();
      else
        showToast({
          tone: 'bad',
          title: 'The browser did not open the window',
          detail: 'Allow pop-up windows for this address and try again.',
        });
    },
    close: () => {
      send({ type: 'close' });
      setOpen(false);
    },
  };
}
