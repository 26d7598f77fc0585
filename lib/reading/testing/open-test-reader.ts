import type { BlobStore } from '#lib/platform/blobs/blob-store.ts';
import type { Database } from '#lib/platform/database/database.ts';
import { createLog } from '#lib/platform/log.ts';
import { createReader, type Reader } from '../reader.ts';

export type TestReaderOptions = { database: Database; blobs: BlobStore; write: (line: string) => void; ocrModelDir?: string | null };

/** A reader with one child process, as programs open it. `write` gets the lines of its log. */
export function openTestReader({ database, blobs, write, ocrModelDir = null }: TestReaderOptions): Reader {
  return createReader({
    database,
    blobs,
    log: createLog({ level: 'info', format: 'json', program: 'test', write }),
    config: {
      rootDir: process.cwd(),
      reading: {
        processes: 1,
        memoryMb: 1024,
        timeoutMs: 300_000,
        languages: null,
        maxPages: 100,
        maxPixels: 50_000_000,
        maxUnpackedBytes: 100_000_000,
        ocrModelDir,
        fontDir: null,
      },
    },
  });
}
