import path from 'node:path';
import type { BlobStore } from './blob-store.ts';
import type { Config } from './config.ts';
import { createFolderBlobStore } from './folder-blob-store.ts';
import { createS3BlobStore } from './s3-blob-store.ts';

/** The blob store that the configuration names: a folder of the data folder, or S3. */
export function createBlobStore(config: Pick<Config, 'blobs' | 'dataDir'>): BlobStore {
  if (config.blobs.kind === 'folder') return createFolderBlobStore(config.blobs.folder);
  return createS3BlobStore(config.blobs, path.join(/* turbopackIgnore: true */ config.dataDir, 'incoming'));
}
