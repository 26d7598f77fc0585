import type { FileReferences } from '#lib/files/remove-unreferenced-file.ts';
import type { BlobStore } from '#lib/platform/blobs/blob-store.ts';
import type { Config } from '#lib/platform/config.ts';
import type { Database } from '#lib/platform/database/database.ts';
import type { Log } from '#lib/platform/log.ts';
import type { Queue } from '#lib/platform/queue/queue.ts';
import type { Reader } from '#lib/reading/reader.ts';
import type { RecordOperation } from './service-operation.ts';

/** What the service's operations work with; made once per program. */
export type ServiceContext = {
  config: Config;
  database: Database;
  queue: Queue;
  blobs: BlobStore;
  reader: Reader;
  log: Log;
  /** Everybody whose documents may refer to files of the store: this service, and a desk that shares it. */
  fileReferences: readonly FileReferences[];
  /** Most milliseconds of a job in the place kept for short ones, if not the usual; for tests. */
  expressMs?: number;
  /** Keeps a trail of what callers do to keys and schemas; without it there is none. */
  recordOperation?: RecordOperation;
};
