import { onDocumentChanges, wakeDocumentChanges } from '../documents/changes/use-document-changes.ts';
import { UploadQueue } from './upload-queue.ts';
import { tellUploads } from './use-uploads.ts';

/** The tab's one queue of uploads. */
export const uploadQueue = new UploadQueue();
uploadQueue.onStored = () => wakeDocumentChanges();
uploadQueue.subscribe(() => tellUploads(uploadQueue.snapshot()));
onDocumentChanges((documents) => uploadQueue.follow(documents));
