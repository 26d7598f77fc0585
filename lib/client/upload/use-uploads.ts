import { useSyncExternalStore } from 'react';
import type { Upload } from './upload-queue.ts';

const NONE: readonly Upload[] = [];
let uploads = NONE;
const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Tells the screens what became of the tab's uploads. */
export function tellUploads(list: readonly Upload[]): void {
  uploads = list;
  for (const listener of listeners) listener();
}

/** The uploads of this tab, oldest first. Apart from the queue, whose code only screens that add files need. */
export function useUploads(): readonly Upload[] {
  return useSyncExternalStore(
    subscribe,
    () => uploads,
    () => NONE,
  );
}
