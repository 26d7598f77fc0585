import { removeUnreferencedFile } from '#lib/files/remove-unreferenced-file.ts';
import { type Desk, REMOVE_QUEUE, type RemoveJob } from '../context/desk.ts';

/** Removes a file's bytes unless a document refers to them. A program that cannot know that leaves it to the worker. */
export async function removeUnusedFile(desk: Desk, sha256: string): Promise<void> {
  const { database, blobs, reader, fileReferences: references } = desk;
  if (!references) {
    const job: RemoveJob = { sha256, deploymentId: null, remoteDocumentId: null };
    await desk.queue.send(REMOVE_QUEUE, job);
    return;
  }
  await database.transaction((transaction) => removeUnreferencedFile({ database, blobs, reader, references }, transaction, sha256));
}
