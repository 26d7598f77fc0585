import path from 'node:path';
import type { Config } from '../config.ts';
import type { BlobStore } from './blob-store.ts';
import { createFolderBlobStore } from './folder-blob-store.ts';
import { createFreeSpace } from './free-space.ts';
import { createS3BlobStore } from './s3-blob-store.ts';

/** The blob store that the configuration names: a folder of the data folder, or S3. It leaves the reserve of the disk free. */
export function createBlobStore(config: Pick<Config, 'blobs' | 'dataDir' | 'reserveBytes'>): BlobStore {
  const { blobs, dataDir, reserveBytes } = config;
  const spaces = { uploads: createFreeSpace(dataDir, reserveBytes), work: createFreeSpace(dataDir, reserveBytes / 2) };
  if (blobs.kind === 'folder') return createFolderBlobStore(blobs.folder, spaces);
  return createS3BlobStore(blobs, path.join(/* turbopackIgnore: true */ dataDir, 'incoming'), spaces);
}
