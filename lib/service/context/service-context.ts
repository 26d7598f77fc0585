import type { BlobStore } from '#lib/platform/blobs/blob-store.ts';
import type { Config } from '#lib/platform/config.ts';
import type { Database } from '#lib/platform/database/database.ts';
import type { Log } from '#lib/platform/log.ts';
import type { Queue } from '#lib/platform/queue/queue.ts';
import type { Reader } from '#lib/reading/reader.ts';
import type { NoteOperation } from './service-operation.ts';

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
  /** Most milliseconds of a job in the place kept for short ones, if not the usual; for tests. */
  expressMs?: number;
  /** Keeps a trail of what callers do to keys and schemas; without it there is none. */
  noteOperation?: NoteOperation;
};

/** Blob key of a file's bytes. */
export function fileKey(sha256: string): string {
  return `files/${sha256}`;
}
