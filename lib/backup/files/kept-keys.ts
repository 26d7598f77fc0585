import { FILES_FOLDER } from '#lib/files/file-key.ts';
import type { BlobStore } from '#lib/platform/blobs/blob-store.ts';

/**
 * The folders of the store that a backup holds: original files, files found inside others, and copies of protected files that open
 * without their password. Pictures of pages are not among them: the product draws them again when they are asked for.
 */
export const KEPT_FOLDERS = [FILES_FOLDER, 'attachments', 'unlocked'] as const;

/** Keys of the store that a backup may hold. */
export async function listKeptKeys(blobs: BlobStore): Promise<Set<string>> {
  const keys = new Set<string>();
  for (const folder of KEPT_FOLDERS) for await (const key of blobs.list(folder)) keys.add(key);
  return keys;
}

/** The hash of a blob's content where its key says it, otherwise null. */
export function hashInKey(key: string): string | null {
  return /^(?:files\/|attachments\/[0-9a-f]{64}\/)([0-9a-f]{64})$/.exec(key)?.[1] ?? null;
}

/** The content hash of the original file that a blob belongs to. */
export function fileOfKey(key: string): string {
  return key.split('/')[1] ?? '';
}
