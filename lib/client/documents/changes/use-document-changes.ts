import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { DeskDocument } from '#lib/contract/desk/desk-document.ts';
import { recordAnswer } from '../../http/connection.ts';
import { createDocumentChanges } from './document-changes.ts';

let wakeCurrent: (() => void) | null = null;
const listeners = new Set<(documents: readonly DeskDocument[]) => void>();

/** Calls `listener` with the documents of every delta request that brings some. */
export function onDocumentChanges(listener: (documents: readonly DeskDocument[]) => void): void {
  listeners.add(listener);
}

function tell(documents: readonly DeskDocument[]): void {
  if (documents.length) for (const listener of listeners) listener(documents);
}

/** Keeps every cached list and detail fresh by one batched request per tab. Mount once, inside the session gate. */
export function useDocumentChanges(): void {
  const client = useQueryClient();
  const [{ query, wake }] = useState(() => createDocumentChanges(client, tell));
  useQuery(query);
  useEffect(() => {
    wakeCurrent = wake;
    // React Query itself asks when a hidden tab is shown again; a window that was only behind another is heard of here. Whether
    // the desk still answers when the network goes or comes is found out at once.
    window.addEventListener('focus', wake);
    window.addEventListener('online', wake);
    window.addEventListener('offline', wake);
    return () => {
      wakeCurrent = null;
      window.removeEventListener('focus', wake);
      window.removeEventListener('online', wake);
      window.removeEventListener('offline', wake);
      // Nothing is known where nobody asks.
      recordAnswer(true);
    };
  }, [wake]);
}

/** Something was just started or stored: ask for changes soon and often again. */
export function wakeDocumentChanges(): void {
  wakeCurrent?.();
}
