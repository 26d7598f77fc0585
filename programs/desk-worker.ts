import { backupFigures } from '#lib/desk/backups/operations/backup-figures.ts';
import { deskQueues } from '#lib/desk/context/desk-queues.ts';
import { createDesk } from '#lib/desk/create-desk.ts';
import { createDeskWorker } from '#lib/desk/create-desk-worker.ts';
import { deploymentFigures, documentFigures } from '#lib/desk/insights/operations/desk-figures.ts';
import { createBlobStore } from '#lib/platform/blobs/create-blob-store.ts';
import { sweepRegularly } from '#lib/platform/blobs/sweep-regularly.ts';
import { runProgram } from '#lib/platform/children/run-program.ts';
import { requireDatabaseUrl } from '#lib/platform/config.ts';
import { createDatabase } from '#lib/platform/database/database.ts';
import { createQueue } from '#lib/platform/queue/queue.ts';
import { queueFigures } from '#lib/platform/queue/queue-figures.ts';
import { createExtractionPool } from '#lib/service/engine/extraction-pool.ts';
import { listAccounts } from '#lib/session/people/list-accounts.ts';
import { listPeopleNames } from '#lib/session/people/list-people-names.ts';
import { backUpRegularly } from './compose/back-up-regularly.ts';
import { classifyHere } from './compose/classify-here.ts';
import { FILE_REFERENCES } from './compose/file-references.ts';
import { requireSameSecrets } from './compose/require-same-secrets.ts';
import { runLocalEngine } from './compose/run-local-engine.ts';
import { splitHere } from './compose/split-here.ts';

/** Follows the desk's documents up at their deployments, makes the desk's own readings, removes bytes. */
const DRAIN_MS = 7_000;

await runProgram('desk-worker', async ({ config, log, monitor }) => {
  await requireSameSecrets(config, ['encryption-key']);
  const databaseUrl = requireDatabaseUrl(config);
  const { database, close } = createDatabase(databaseUrl, { max: config.database.connections, name: 'countersign-desk' });
  const blobs = createBlobStore(config);
  const queues = deskQueues(config.reading.timeoutMs);
  const queue = await createQueue({ databaseUrl, queues, probeStorage: blobs.probe, log });
  const engine = createExtractionPool(config);
  const desk = await createDesk({
    config,
    database,
    blobs,
    queue,
    log,
    fileReferences: FILE_REFERENCES,
    listReviewerIds: async () => (await listPeopleNames(database)).map((person) => person.id),
    listAccounts: () => listAccounts(database),
    runLocalEngine: (schema, reading, signal) => runLocalEngine(engine, schema, reading, signal),
    classify: (reading, options) => classifyHere(engine, reading, options),
    split: (reading, options) => splitHere(engine, reading, options),
  });
  if (monitor) {
    monitor.addFigures(queueFigures(monitor.database, Object.keys(queues)));
    monitor.addFigures(documentFigures(monitor.database));
    monitor.addFigures(deploymentFigures(monitor.database));
    monitor.addFigures(backupFigures(monitor.database, config));
  }
  const stopSweeping = sweepRegularly(blobs, log);
  const stopBackups = backUpRegularly(config, { database, log });
  const worker = createDeskWorker({ desk, queue });
  await worker.start();
  return {
    async stop() {
      stopSweeping();
      await Promise.all([stopBackups(), worker.drain(DRAIN_MS)]);
      await engine.stop();
      await close();
    },
  };
});
