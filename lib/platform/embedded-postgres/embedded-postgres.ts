import { type ChildProcess, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { closeSync, mkdirSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { findBinaries } from './binaries.ts';
import { createCluster, createSocketFolder, lastLines, SUPERUSER, serverEnvironment, serverSettings } from './cluster.ts';
import { EmbeddedPostgresError } from './embedded-postgres-error.ts';
import { chooseRunAs, wrap } from './run-as.ts';
import { lockServer } from './server-lock.ts';

export type EmbeddedPostgres = {
  /** Connection string of the database `countersign`, over a Unix socket that only this account can reach. */
  url: string;
  /** Connection string of another database of the server. */
  urlOf: (database: string) => string;
  /** Resolves with the exit code when the server has ended, wanted or not. */
  exited: Promise<number | null>;
  /** Ends the server: open transactions are rolled back, nothing committed is lost. */
  stop: () => Promise<void>;
};

const START_MS = 120_000;
const DATABASE = 'countersign';

/**
 * The keeper of the server: starts it, and when its own standard input ends (the launcher stopped or was killed) asks the
 * server to shut down fast. So no server outlives its launcher, however that ends. A background process of sh reads from
 * /dev/null, therefore the input is handed on as descriptor 4. Descriptor 3 is the server's lock, which only the server keeps.
 */
const KEEPER = `exec 4<&0; "$0" "$@" 4<&- & server=$!; exec 3>&-; ( cat <&4 >/dev/null; kill -INT $server 2>/dev/null ) & wait $server`;

/**
 * Starts the embedded PostgreSQL server on a folder; creates the folder at the first start. The caller holds the data
 * folder's lock, so a server found running there is an orphan and is shut down first.
 * @param options.rootDir where `node_modules` is looked for, upwards
 * @param options.folder the server's data folder, absolute
 * @param options.durable false only for tests: faster, but a crash of the machine loses data
 * @throws EmbeddedPostgresError with what to do
 */
export async function startEmbeddedPostgres(options: { rootDir: string; folder: string; durable?: boolean }): Promise<EmbeddedPostgres> {
  if (process.platform === 'win32') {
    throw new EmbeddedPostgresError('There is no embedded database for Windows yet. Set DATABASE_URL to a PostgreSQL database.');
  }
  const installed = findBinaries(options.rootDir);
  mkdirSync(path.dirname(options.folder), { recursive: true });
  const folder = path.join(realpathSync(path.dirname(options.folder)), path.basename(options.folder));
  const { as, binaries } = chooseRunAs(folder, installed);
  const socketFolder = path.join(tmpdir(), `countersign-${createHash('sha256').update(folder).digest('hex').slice(0, 16)}`);
  createSocketFolder(as, socketFolder);
  const lock = await lockServer(folder, socketFolder);
  try {
    createCluster(binaries, as, folder);
  } catch (error) {
    closeSync(lock);
    throw error;
  }

  const run = wrap(as, 'sh', ['-c', KEEPER, binaries.postgres, '-D', folder, ...serverSettings(socketFolder, options.durable ?? true)]);
  // a session of its own: Ctrl-C in the terminal must not reach the server before the programs that use it
  const keeper = spawn(run.command, run.args, {
    ...run.options,
    env: serverEnvironment(),
    detached: true,
    stdio: ['pipe', 'ignore', 'pipe', lock],
  });
  // from now on the server's processes hold it
  closeSync(lock);
  const output = collectOutput(keeper);
  const exited = new Promise<number | null>((resolve) => {
    keeper.once('error', () => resolve(null));
    keeper.once('exit', (code) => {
      // ends the keeper's cat
      keeper.stdin?.destroy();
      resolve(code);
    });
  });
  keeper.stdin?.on('error', () => undefined);
  const urlOf = (database: string) => `postgres://${SUPERUSER}@/${database}?host=${encodeURIComponent(socketFolder)}`;
  const stop = async () => {
    keeper.stdin?.end();
    await exited;
    rmSync(socketFolder, { recursive: true, force: true });
  };
  try {
    await waitUntilReady(urlOf('postgres'), exited, output);
    await createDatabaseIfMissing(urlOf('postgres'), DATABASE);
  } catch (error) {
    await stop();
    throw error;
  }
  return { url: urlOf(DATABASE), urlOf, exited, stop };
}

function collectOutput(keeper: ChildProcess): () => string {
  let text = '';
  keeper.stderr?.setEncoding('utf8').on('data', (chunk: string) => {
    text = (text + chunk).slice(-4000);
  });
  return () => text;
}

async function waitUntilReady(url: string, exited: Promise<number | null>, output: () => string): Promise<void> {
  let ended = false;
  exited.then(() => {
    ended = true;
  });
  const until = Date.now() + START_MS;
  while (!ended && Date.now() < until) {
    const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5000 });
    client.on('error', () => undefined);
    try {
      await client.connect();
      await client.query('select 1');
      return;
    } catch {
      await sleep(50);
    } finally {
      await client.end().catch(() => undefined);
    }
  }
  throw new EmbeddedPostgresError(`The embedded database did not start: ${lastLines(output())}`);
}

async function createDatabaseIfMissing(url: string, name: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rowCount } = await client.query('select 1 from pg_database where datname = $1', [name]);
    if (!rowCount) await client.query(`create database ${name}`);
  } finally {
    await client.end();
  }
}
