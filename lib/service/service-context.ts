import type { BlobStore } from '#lib/platform/blob-store.ts';
import type { Config } from '#lib/platform/config.ts';
import type { Database } from '#lib/platform/database.ts';
import type { Log } from '#lib/platform/log.ts';
import type { Queue } from '#lib/platform/queue.ts';
import type { Reader } from '#lib/reading/reader.ts';

/** What the service's operations work with; made once per program. */
export type ServiceContext = {
  config: Config;
  database: Database;
  queue: Queue;
  blobs: BlobStore;
  reader: Reader;
  log: Log;
  /** True when another program of this machine still needs the file's bytes; then removing a document leaves them. */
  isFileKept?: (sha256: string) => Promise<boolean>;
};

/** Blob key of a file's bytes. */
export function fileKey(sha256: string): string {
  return `files/${sha256}`;
}
