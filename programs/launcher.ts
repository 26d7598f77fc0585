import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Config, ConfigError, hostInUrl, readConfig } from '#lib/platform/config.ts';
import { FolderInUseError, lockDataFolder } from '#lib/platform/data-folder-lock.ts';
import { migrate } from '#lib/platform/database/migrate.ts';
import { listMigrationFolders } from '#lib/platform/database/migration-folders.ts';
import { NewerDatabaseError } from '#lib/platform/database/migration-state.ts';
import { waitForDatabase } from '#lib/platform/database/wait-for-migrations.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '#lib/platform/embedded-postgres/embedded-postgres.ts';
import { EmbeddedPostgresError } from '#lib/platform/embedded-postgres/embedded-postgres-error.ts';
import { createLog, type Log } from '#lib/platform/log.ts';
import { NO_TELEMETRY } from '#lib/platform/no-telemetry.ts';
import { requeueInterrupted } from '#lib/platform/queue/requeue-interrupted.ts';
import { secretOf } from '#lib/platform/secrets.ts';
import { requireSameSecrets } from './compose/require-same-secrets.ts';
import { announce } from './launch/announce.ts';
import { type ChildProgram, startChildProgram } from './launch/child-program.ts';
import { openLauncherMonitoring } from './launch/launcher-monitor.ts';
import { findFreePort, requireBuilt, requireFreePort, requireWholeFolder, requireWritableFolder, StartError } from './launch/preflight.ts';
import { reloadChanged } from './launch/reload-changed.ts';

/** Starts everything on one machine and keeps it running: database, service, workers, web. `--dev`: pages with hot reload, programs started again when they are built anew. */
const DEV = process.argv.includes('--dev');
const DRAIN_MS = 10_000;
/** Signals so close together are one request. */
const SAME_REQUEST_MS = 2_000;
/** The programs end themselves within the drain time; this is for one that hangs. */
const KILL_AFTER_MS = DRAIN_MS + 1_000;

type Running = { children: ChildProgram[]; postgres: EmbeddedPostgres | null; unlock: () => void; endReloading: () => void };

const running: Running = { children: [], postgres: null, unlock: () => undefined, endReloading: () => undefined };
let stopping: Promise<void> | null = null;
let askedAt = 0;

async function start(config: Config, log: Log): Promise<void> {
  requireBuilt(config.rootDir, ['dist/web.mjs', ...(DEV ? [] : ['.next/BUILD_ID'])]);
  requireWritableFolder(config.dataDir);
  requireWholeFolder(config);
  await takeDataFolder(config, log);
  await openLauncherMonitoring(config, () => running.children);
  await requireFreePort(config.web.host, config.web.port, 'PORT');
  if (config.service.port !== 0) await requireFreePort(config.service.bind, config.service.port, 'COUNTERSIGN_SERVICE_PORT');

  const databaseUrl = config.database.url ?? (await startDatabase(config, log));
  if (config.database.url) await waitForDatabase({ url: databaseUrl, log });
  if (stopping) return;
  await migrate({ url: databaseUrl, folders: listMigrationFolders(config.rootDir) });
  await requireSameSecrets({ ...config, database: { ...config.database, url: databaseUrl } }, ['encryption-key', 'session-secret']);
  // with a database of someone's own, other machines may be at work
  if (!config.database.url) await requeueInterrupted(databaseUrl);

  const servicePort = config.service.port || (await findFreePort(config.service.bind));
  const environment = childEnvironment(config, databaseUrl, servicePort);
  const startProgram = (name: string, more: { args?: string[] } = {}) => {
    if (stopping) return Promise.resolve();
    const child = startChildProgram({
      name,
      file: path.join(config.rootDir, 'dist', `${name}.mjs`),
      ...(more.args ? { args: more.args } : {}),
      environment: { ...environment, ...namesForTraces(config, name) },
      log,
      ...(DEV ? { watch: null } : {}),
    });
    running.children.push(child);
    return child.ready;
  };
  await startProgram('service');
  await Promise.all([startProgram('service-worker'), startProgram('desk-worker'), startProgram('web', { args: DEV ? ['--dev'] : [] })]);
  if (stopping) return;
  if (DEV) {
    const folder = path.join(config.rootDir, 'dist');
    running.endReloading = reloadChanged({
      programs: running.children,
      folder,
      limitMs: KILL_AFTER_MS,
      say: (line) => process.stdout.write(`${line}\n`),
    });
  }
  await announce(config, { databaseUrl, servicePort });
}

async function takeDataFolder(config: Config, log: Log): Promise<void> {
  const lock = await lockDataFolder(config.dataDir, {
    note: `http://${hostInUrl(config.web.host)}:${config.web.port}`,
    onWatch: ({ host }) =>
      process.stdout.write(`The data folder was not closed by host ${host}: looking whether Countersign still runs there …\n`),
    onLost() {
      log.error('another Countersign took the data folder; this one ends');
      void stop(1);
    },
  });
  running.unlock = lock.release;
  if (!lock.isLocked)
    log.warn('this system locks no files (no flock, or a file system without locks): only a heartbeat keeps others from the data folder');
}

async function startDatabase(config: Config, log: Log): Promise<string> {
  const options = {
    rootDir: config.rootDir,
    folder: path.join(config.dataDir, 'postgres'),
    password: secretOf(config, 'database-password'),
  };
  running.postgres = await startEmbeddedPostgres(options);
  const { socketFolder } = running.postgres;
  void keepDatabase(running.postgres, () => startEmbeddedPostgres({ ...options, socketFolder }), log);
  return running.postgres.url;
}

/** Starts the database again when it ends unasked; the programs' pools connect anew. */
async function keepDatabase(first: EmbeddedPostgres, again: () => Promise<EmbeddedPostgres>, log: Log): Promise<void> {
  let postgres = first;
  for (let failures = 0; ; ) {
    const startedAt = Date.now();
    await postgres.exited;
    if (stopping) return;
    failures = Date.now() - startedAt > 60_000 ? 1 : failures + 1;
    if (failures > 5) {
      log.error('the database ends again and again; giving up');
      await stop(1);
      return;
    }
    log.error('the database ended and is started again');
    await sleep(failures * 200);
    try {
      postgres = await again();
    } catch (error) {
      log.error('the database could not be started again', { error });
      await stop(1);
      return;
    }
    if (stopping) {
      await postgres.stop();
      return;
    }
    running.postgres = postgres;
  }
}

function childEnvironment(config: Config, databaseUrl: string, servicePort: number): NodeJS.ProcessEnv {
  return {
    ...process.env,
    NODE_ENV: DEV ? 'development' : 'production',
    COUNTERSIGN_ROOT: config.rootDir,
    COUNTERSIGN_DATA_DIR: config.dataDir,
    COUNTERSIGN_SERVICE_PORT: String(servicePort),
    COUNTERSIGN_SINGLE_MACHINE: config.database.url ? 'false' : 'true',
    COUNTERSIGN_LOG_FORMAT: config.log.format,
    // what is set is passed on as it is: it may stand in a file
    ...(config.database.url ? {} : { DATABASE_URL: databaseUrl }),
    ...(config.secrets['desk-api-key'] ? {} : { COUNTERSIGN_API_KEY: secretOf(config, 'desk-api-key') }),
    ...NO_TELEMETRY,
  };
}

/** A name that is set for all gets that of the program, so that each is told apart. */
function namesForTraces({ tracing }: Config, program: string): { OTEL_SERVICE_NAME?: string } {
  const name = tracing?.serviceName ?? tracing?.attributes['service.name'];
  return name ? { OTEL_SERVICE_NAME: `${name}-${program}` } : {};
}

function stop(code: number): Promise<void> {
  stopping ??= (async () => {
    running.endReloading();
    await Promise.all(running.children.map((child) => child.stop(KILL_AFTER_MS)));
    await running.postgres?.stop();
    running.unlock();
    process.exit(code);
  })();
  return stopping;
}

async function main(): Promise<void> {
  const config = readConfig();
  const log = createLog({ ...config.log, program: 'launcher' });
  // not SIGHUP: under nohup it is to be ignored, otherwise it ends us and everything after us, as a kill does
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      if (stopping) {
        // npm and the terminal may both pass on one Ctrl-C
        if (Date.now() - askedAt < SAME_REQUEST_MS) return;
        // asked again: at once; the programs and the database end when they see that we are gone
        running.unlock();
        process.exit(1);
      }
      askedAt = Date.now();
      process.stdout.write('\nStopping …\n');
      void stop(0);
    });
  }
  await start(config, log);
}

main().catch(async (error: Error) => {
  if (stopping) return;
  const expected = [ConfigError, StartError, FolderInUseError, EmbeddedPostgresError, NewerDatabaseError].some(
    (kind) => error instanceof kind,
  );
  process.stderr.write(`${expected ? error.message : `Countersign could not start: ${error.message}`}\n`);
  await stop(1);
});
