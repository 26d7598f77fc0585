import { rename } from 'node:fs/promises';
import path from 'node:path';
import { flushFolder, makeFolder } from '#lib/platform/blobs/make-folder.ts';

/** Gives a flushed file of the same file system its name, so that after a crash it is there as a whole or not at all. */
export async function settleFile(temporary: string, file: string): Promise<void> {
  await makeFolder(path.dirname(file));
  await rename(temporary, file);
  await flushFolder(path.dirname(file));
}
