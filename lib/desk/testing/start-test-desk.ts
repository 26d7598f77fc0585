import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { eq } from 'drizzle-orm';
import type { DeskDocument } from '#lib/contract/desk/desk-document.ts';
import type { BlobStore } from '#lib/platform/blobs/blob-store.ts';
import { createFolderBlobStore } from '#lib/platform/blobs/folder-blob-store.ts';
import { type Config, readConfig } from '#lib/platform/config.ts';
import { createTestDatabase } from '#lib/platform/database/testing/test-database.ts';
import { createLog } from '#lib/platform/log.ts';
import { createQueue, type Queue } from '#lib/platform/queue/queue.ts';
import { createReader } from '#lib/reading/reader.ts';
import { ensureApiKey } from '#lib/service/context/api-keys.ts';
import { isFileOfService } from '#lib/service/context/is-file-of-service.ts';
import { serviceQueues } from '#lib/service/context/queues.ts';
import { createService, type Service } from '#lib/service/service.ts';
import type { Desk } from '../context/desk.ts';
import { deskQueues } from '../context/desk-queues.ts';
import { createDesk } from '../create-desk.ts';
import { createDeskWorker, type DeskWorker } from '../create-desk-worker.ts';
import { deployments } from '../deployments/tables.ts';
import { isFileOfDesk } from '../documents/is-file-of-desk.ts';
import { submitDocument } from '../documents/operations/submit-document.ts';
import type { PollSettings } from '../jobs/poll-settings.ts';
import { getDocument } from '../review/operations/get-document.ts';
import { saveStarterSchemas } from '../schemas/operations/save-starter-schemas.ts';
import { schemaMappings, schemas } from '../schemas/tables.ts';

export const ACTOR = { id: 'tester', name: 'Tess Tester' };
const KEY = 'test-key-of-the-embedded-service';

export type TestDesk = {
  desk: Desk;
  queue: Queue;
  worker: DeskWorker;
  folder: string;
  databaseUrl: string;
  /** Drops a text, as a browser would. */
  drop: (text: string | Readable, options?: { name?: string; schemaId?: string; recognise?: boolean }) => Promise<DeskDocument>;
  /** Waits until the document is in one of the states. */
  until: (id: string, ...states: DeskDocument['state'][]) => Promise<DeskDocument>;
  close: () => Promise<void>;
};

/**
 * A desk on a database and a folder of its own, with its starter schemas.
 * @param options.service also the real embedded service, with its worker, on a free port
 * @param options.deployment use this deployment instead of the embedded one
 * @param options.isMapped false = the deployment has no ids for schemas; otherwise it knows them by those of the desk
 * @param options.work start the desk's worker too
 * @param options.blobs another store than the folder
 */
export async function startTestDesk(
  options: {
    service?: boolean;
    deployment?: { url: string; key: string };
    isMapped?: boolean;
    work?: boolean;
    limits?: Partial<Config['service']>;
    settings?: Partial<PollSettings>;
    classify?: Desk['classify'];
    runLocalEngine?: Desk['runLocalEngine'];
    blobs?: BlobStore;
  } = {},
): Promise<TestDesk> {
  const { database, url, close } = await createTestDatabase();
  const folder = mkdtempSync(path.join(tmpdir(), 'countersign-desk-'));
  const read = readConfig({
    COUNTERSIGN_ROOT: process.cwd(),
    COUNTERSIGN_DATA_DIR: folder,
    COUNTERSIGN_API_KEY: KEY,
    DATABASE_URL: url,
    COUNTERSIGN_READING_PROCESSES: '1',
    // a port where nothing listens, unless the service is started
    COUNTERSIGN_SERVICE_PORT: '9',
  });
  const config: Config = {
    ...read,
    service: { ...read.service, uploadIdleMs: 60_000, workerConcurrency: 1, ...options.limits },
    deployment: options.deployment ?? null,
  };
  const log = createLog({ level: 'error', format: 'pretty', program: 'test' });
  const blobs = options.blobs ?? createFolderBlobStore(path.join(folder, 'blobs'));
  const reader = createReader({ database, blobs, log, config });
  const queues = { ...deskQueues(config.reading.timeoutMs), ...serviceQueues(config.reading.timeoutMs) };
  const queue = await createQueue({ databaseUrl: url, queues, probeStorage: blobs.probe, log });
  const fileReferences = [isFileOfDesk, isFileOfService];
  let service: Service | undefined;
  if (options.service) {
    await ensureApiKey(database, KEY, 'desk');
    const own = { ...config, service: { ...config.service, port: 0 } };
    service = createService({ config: own, database, queue, blobs, reader, log, fileReferences });
    config.service.port = (await service.startHttp()).port;
    await service.startWorker();
  }
  const { classify = null, runLocalEngine = null } = options;
  const desk = await createDesk({
    config,
    database,
    blobs,
    queue,
    log,
    reader,
    classify,
    runLocalEngine,
    fileReferences,
  });
  // deployments of tests are quick
  const worker = createDeskWorker({ desk, queue, settings: { pauseScale: 0.02, ...options.settings } });
  if (options.work) await worker.start();
  else await saveStarterSchemas(desk);
  const isStranger = options.deployment !== undefined;
  if (isStranger) await database.update(deployments).set({ ours: false }).where(eq(deployments.fromEnvironment, true));

  return {
    desk,
    queue,
    worker,
    folder,
    databaseUrl: url,
    async drop(text, { name = 'note.txt', schemaId, recognise } = {}) {
      const body = typeof text === 'string' ? Readable.from([Buffer.from(text)]) : text;
      // it may end early, before the desk listens
      body.on('error', () => undefined);
      if (isStranger && options.isMapped !== false) await mapSchemas(desk);
      return submitDocument(desk, ACTOR, { body, name, schemaId, recognise });
    },
    async until(id, ...states) {
      for (const end = Date.now() + 150_000; ; ) {
        const { document } = await getDocument(desk, id);
        if (states.includes(document.state)) return document;
        if (Date.now() > end || document.state === 'failed')
          throw new Error(`The document is ${document.state} (${document.failure?.message ?? 'no failure'}), not ${states.join(' or ')}.`);
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
    },
    async close() {
      await service?.drain(1000);
      await queue.drain(2000);
      await service?.stop();
      await reader.close();
      await close();
      rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
    },
  };
}

/** Tells the deployment of the environment an id for every schema: the desk's own. */
async function mapSchemas(desk: Desk): Promise<void> {
  const { id: deploymentId } = await desk.present();
  const rows = await desk.database.select({ id: schemas.id }).from(schemas);
  const by = { at: new Date(), byId: ACTOR.id, byName: ACTOR.name };
  const mappings = rows.map(({ id }) => ({ deploymentId, remoteSchemaId: id, schemaId: id, ...by }));
  if (mappings.length > 0) await desk.database.insert(schemaMappings).values(mappings).onConflictDoNothing();
}
