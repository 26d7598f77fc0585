import { createBlobStore } from '#lib/platform/blobs/create-blob-store.ts';
import { sweepRegularly } from '#lib/platform/blobs/sweep-regularly.ts';
import { type Config, requireDatabaseUrl } from '#lib/platform/config.ts';
import { createDatabase } from '#lib/platform/database/database.ts';
import type { Log } from '#lib/platform/log.ts';
import { createQueue } from '#lib/platform/queue/queue.ts';
import { createReader } from '#lib/reading/reader.ts';
import { serviceQueues } from '#lib/service/context/queues.ts';
import type { ServiceContext } from '#lib/service/context/service-context.ts';
import { FILE_REFERENCES } from './file-references.ts';
import { recordInTrail } from './record-in-trail.ts';

/**
 * What both programs of the service work with.
 * @param options.supervise watch over the queue's heartbeats: in the worker
 */
export async function openServiceContext(
  config: Config,
  log: Log,
  options: { supervise: boolean },
): Promise<{ context: ServiceContext; close: () => Promise<void> }> {
  const databaseUrl = requireDatabaseUrl(config);
  const connection = createDatabase(databaseUrl, { max: config.database.connections, name: 'countersign-service' });
  const { database } = connection;
  const blobs = createBlobStore(config);
  const queue = await createQueue({
    databaseUrl,
    queues: serviceQueues(config.reading.timeoutMs, config.llm?.deadlineMs),
    supervise: options.supervise,
    probeStorage: blobs.probe,
    log,
  });
  const stopSweeping = sweepRegularly(blobs, log);
  const reader = createReader({ database, blobs, log, config });
  return {
    context: {
      ...{ config, database, queue, blobs, reader, log },
      fileReferences: FILE_REFERENCES,
      recordOperation: recordInTrail(config),
    },
    async close() {
      stopSweeping();
      await queue.close();
      await reader.close();
      await connection.close();
    },
  };
}
