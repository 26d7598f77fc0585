import { randomBytes } from 'node:crypto';
import { open, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { flushFolder, makeFolder } from '#lib/platform/blobs/make-folder.ts';

/** A name for a file under way. */
export function temporaryName(): string {
  return `${Date.now()}-${randomBytes(6).toString('hex')}`;
}

/**
 * Writes a file at one stroke: to `temporary` (of the same file system), flushed, renamed, and its folder flushed. After a crash it is
 * there as a whole or not at all.
 */
export async function writeWhole(file: string, bytes: Uint8Array, temporary: string): Promise<void> {
  try {
    const handle = await open(temporary, 'wx', 0o600);
    try {
      await handle.writeFile(bytes);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await settleFile(temporary, file);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
}

/** Gives a flushed file its name. */
export async function settleFile(temporary: string, file: string): Promise<void> {
  await makeFolder(path.dirname(file));
  await rename(temporary, file);
  await flushFolder(path.dirname(file));
}
