import type { FreeSpace } from '#lib/platform/blobs/free-space.ts';

const LOOK_MS = 1_000;

/** Disk space that work on files leaves: `before` it begins, and `during` it, when it is ended otherwise. */
export type WorkSpace = { before: FreeSpace; during: FreeSpace };

/**
 * Does work that writes to the disk, and ends it by its signal before the database would feel that the disk is full.
 * @throws ProblemError `storage_full`, which is no fault of the file
 */
export async function leaveSpace<T>(
  space: WorkSpace | undefined,
  signal: AbortSignal,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  if (!space) return work(signal);
  await space.before.require();
  const lack = new AbortController();
  const timer = setInterval(() => {
    space.during.require().catch((error) => lack.abort(error));
  }, LOOK_MS);
  try {
    return await work(AbortSignal.any([signal, lack.signal]));
  } catch (error) {
    // however the work says that it was ended
    throw lack.signal.aborted ? lack.signal.reason : error;
  } finally {
    clearInterval(timer);
  }
}
