import type { Dirent } from 'node:fs';
import { readdir } from 'node:fs/promises';

/** What a folder holds; nothing when there is no such folder. Any other error is thrown: nobody may take it for an empty folder. */
export async function listEntries(folder: string): Promise<Dirent[]> {
  try {
    return await readdir(folder, { withFileTypes: true });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}
