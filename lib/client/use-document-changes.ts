import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { DocumentChangesLoop } from './document-changes-loop.ts';

let current: DocumentChangesLoop | null = null;

/** Keeps every cached list and detail fresh by one batched request per tab. Mount once, inside the session gate. */
export function useDocumentChanges(): void {
  const client = useQueryClient();
  useEffect(() => {
    const loop = new DocumentChangesLoop(client);
    current = loop;
    loop.start();
    return () => {
      loop.stop();
      if (current === loop) current = null;
    };
  }, [client]);
}

/** Something was just started or stored: ask for changes soon and often again. */
export function wakeDocumentChanges(): void {
  current?.wake();
}
