import { createHash } from 'node:crypto';
import { formatBytes } from '#lib/document/units/format-bytes.ts';
import { BlobNotFoundError, type BlobStore } from '#lib/platform/blobs/blob-store.ts';
import { withConnection } from '../database/connect.ts';
import { listReferencedFiles } from '../database/referenced-files.ts';
import { forEachAtOnce } from '../files/at-once.ts';
import { fileOfKey, hashInKey, listKeptKeys } from '../files/kept-keys.ts';
import { formatCount, startProgress, type Tell } from '../progress.ts';
import { withinSilence } from '../within-silence.ts';
import { listFaults, type VerifyReport } from './verify-report.ts';

const AT_ONCE = 4;

/**
 * Reads all files of a running installation and compares them with what the database refers to. Files that nobody refers to are told,
 * but are no fault: some belong to uploads under way.
 */
export async function verifyInstallation({ url, blobs }: { url: string; blobs: BlobStore }, tell: Tell): Promise<VerifyReport> {
  const before = await listKeptKeys(blobs);
  const damaged: string[] = [];
  let bytes = 0;
  const progress = startProgress(tell, 'files read', before.size);
  await forEachAtOnce(before, AT_ONCE, async (key) => {
    const { size, isRight } = await readBlob(blobs, key);
    bytes += size;
    if (!isRight) damaged.push(key);
    progress.add(1, size);
  });
  progress.end();
  const referenced = await withConnection(url, listReferencedFiles);
  const lost: string[] = [];
  for (const key of referenced) if (!(await blobs.has(key))) lost.push(key);
  // a document may have been removed since: what is still referred to counts
  const still = lost.length > 0 ? await withConnection(url, listReferencedFiles) : referenced;
  const idle = [...before].filter((key) => !referenced.has(key) && !referenced.has(`files/${fileOfKey(key)}`));
  return {
    facts: [
      `${formatCount(before.size)} files with ${formatBytes(bytes)}`,
      `${formatCount(referenced.size)} files that the database refers to`,
      `${formatCount(idle.length)} files that nobody refers to`,
    ],
    faults: [
      ...listFaults(damaged, (key) => `The file ${key} is not what its hash says.`),
      ...listFaults(
        lost.filter((key) => still.has(key)),
        (key) => `The database refers to the file ${key}, which the storage lacks.`,
      ),
    ],
  };
}

async function readBlob(blobs: BlobStore, key: string): Promise<{ size: number; isRight: boolean }> {
  const hash = createHash('sha256');
  let size = 0;
  try {
    for await (const chunk of withinSilence(await blobs.get(key), 'The storage')) {
      hash.update(chunk);
      size += chunk.length;
    }
  } catch (error) {
    // removed meanwhile
    if (error instanceof BlobNotFoundError) return { size: 0, isRight: true };
    throw error;
  }
  const wanted = hashInKey(key);
  return { size, isRight: wanted === null || wanted === hash.digest('hex') };
}
