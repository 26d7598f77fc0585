import { useSyncExternalStore } from 'react';
import { type Upload, UploadQueue } from './upload-queue.ts';
import { onDocumentChanges, wakeDocumentChanges } from './use-document-changes.ts';

/** The tab's one queue of uploads. */
export const uploadQueue = new UploadQueue();
uploadQueue.onStored = () => wakeDocumentChanges();
onDocumentChanges((documents) => uploadQueue.follow(documents));

const NONE: readonly Upload[] = [];

/** The uploads of this tab, oldest first. */
export function useUploads(): readonly Upload[] {
  return useSyncExternalStore(uploadQueue.subscribe, uploadQueue.snapshot, () => NONE);
}
