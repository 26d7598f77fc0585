import { useSyncExternalStore } from 'react';
import { type Upload, UploadQueue } from './upload-queue.ts';
import { wakeDocumentChanges } from './use-document-changes.ts';

/** The tab's one queue of uploads. */
export const uploadQueue = new UploadQueue();
uploadQueue.onStored = () => wakeDocumentChanges();

const NONE: readonly Upload[] = [];

/** The uploads of this tab, oldest first. */
export function useUploads(): readonly Upload[] {
  return useSyncExternalStore(uploadQueue.subscribe, uploadQueue.snapshot, () => NONE);
}
