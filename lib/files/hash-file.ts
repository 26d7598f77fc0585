import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { asStorageProblem } from '#lib/platform/blobs/receive-file.ts';

/** The SHA-256 of a local file, 64 hexadecimal digits. @throws OutageError when the disk is at fault */
export async function hashFile(path: string): Promise<string> {
  const hash = createHash('sha256');
  try {
    for await (const chunk of createReadStream(path)) hash.update(chunk);
  } catch (error) {
    throw asStorageProblem(error);
  }
  return hash.digest('hex');
}
