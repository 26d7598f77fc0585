import { useSyncExternalStore } from 'react';
import { onDocumentChanges, wakeDocumentChanges } from '../documents/changes/use-document-changes.ts';
import { type Upload, UploadQueue } from './upload-queue.ts';

/** The tab's one queue of uploads. */
export const uploadQueue = new UploadQueue();
uploadQueue.onStored = () => wakeDocumentChanges();
onDocumentChanges((documents) => uploadQueue.follow(documents));

const NONE: readonly Upload[] = [];

/** The uploads of this tab, oldest first. */
export function useUploads(): readonly Upload[] {
  return useSyncExternalStore(uploadQueue.subscribe, uploadQueue.snapshot, () => NONE);
}
