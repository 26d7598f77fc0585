import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { BlobStore } from '#lib/platform/blobs/blob-store.ts';
import { createFolderBlobStore } from '#lib/platform/blobs/folder-blob-store.ts';
import { type Config, readConfig } from '#lib/platform/config.ts';
import { createDatabase } from '#lib/platform/database/database.ts';
import { createTestDatabase } from '#lib/platform/database/testing/test-database.ts';
import { createLog } from '#lib/platform/log.ts';
import { createQueue } from '#lib/platform/queue/queue.ts';
import { createReader } from '#lib/reading/reader.ts';
import { createApiKey } from '../context/api-keys.ts';
import { serviceQueues } from '../context/queues.ts';
import type { ServiceContext } from '../context/service-context.ts';
import { createService, type Service } from '../service.ts';

export type TestService = {
  service: Service;
  context: ServiceContext;
  key: string;
  folder: string;
  databaseUrl: string;
  /** Asks the service with its key; `path` from `/v1` on. */
  ask: (path: string, init?: RequestInit) => Promise<Response>;
  close: () => Promise<void>;
};

/**
 * The whole service on a database and a folder of its own.
 * @param options.blobs another store than the folder
 * @param options.through gives the address by which the service reaches its database
 * @param options.expressMs as in `ServiceContext`
 */
export async function startTestService(
  options: {
    worker?: boolean;
    service?: Partial<Config['service']>;
    blobs?: BlobStore;
    through?: (databaseUrl: string) => Promise<string>;
    expressMs?: number;
  } = {},
): Promise<TestService> {
  const server = await createTestDatabase();
  const url = (await options.through?.(server.url)) ?? server.url;
  const { database, close } = createDatabase(url, { max: 5, waitMs: 120_000, name: 'test' });
  const folder = mkdtempSync(path.join(tmpdir(), 'countersign-service-'));
  const read = readConfig({
    COUNTERSIGN_ROOT: process.cwd(),
    COUNTERSIGN_DATA_DIR: folder,
    DATABASE_URL: url,
    COUNTERSIGN_READING_PROCESSES: '1',
  });
  const config: Config = { ...read, service: { ...read.service, uploadIdleMs: 60_000, ...options.service } };
  const log = createLog({ level: 'warn', format: 'pretty', program: 'test' });
  const blobs = options.blobs ?? createFolderBlobStore(path.join(folder, 'blobs'));
  const queue = await createQueue({ databaseUrl: url, queues: serviceQueues(config.reading.timeoutMs), probeStorage: blobs.probe, log });
  const reader = createReader({ database, blobs, log, config });
  const { expressMs } = options;
  const context: ServiceContext = { config, database, queue, blobs, reader, log, ...(expressMs ? { expressMs } : {}) };
  const service = createService(context);
  if (options.worker ?? true) await service.startWorker();
  const { key } = await createApiKey(database, 'test');
  return {
    service,
    context,
    key,
    folder,
    databaseUrl: url,
    ask: (address, init = {}) =>
      service.fetch(
        new Request(`http://service.test${address}`, { ...init, headers: { authorization: `Bearer ${key}`, ...init.headers } }),
      ),
    async close() {
      await queue.drain(2_000);
      await service.stop();
      await reader.close();
      await close();
      await server.close();
      rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
    },
  };
}
