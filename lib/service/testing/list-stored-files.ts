import { existsSync, readdirSync, statSync } from 'node:fs';
import path from 'node:path';

/** Every file in the blob store of a test service, also half-received ones. */
export function listStoredFiles(folder: string): string[] {
  const blobs = path.join(folder, 'blobs');
  if (!existsSync(blobs)) return [];
  return readdirSync(blobs, { recursive: true, encoding: 'utf8' }).filter((file) =>
    statSync(path.join(blobs, file), { throwIfNoEntry: false })?.isFile(),
  );
}
