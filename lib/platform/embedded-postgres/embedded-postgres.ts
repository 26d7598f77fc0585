import { closeSync, mkdirSync, realpathSync, rmSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { setPassword } from './access.ts';
import { findBinaries } from './binaries.ts';
import { createCluster } from './cluster.ts';
import { createSocketFolder } from './create-socket-folder.ts';
import { EmbeddedPostgresError } from './embedded-postgres-error.ts';
import { type Keeper, startKeeper } from './keeper.ts';
import { chooseRunAs } from './run-as.ts';
import { addressOf, DATABASE } from './server-address.ts';
import { lockServer } from './server-lock.ts';
import { lastLines } from './server-settings.ts';

export type EmbeddedPostgres = {
  /** Connection string of the database `countersign`, with the password, over a Unix socket that only this account can reach. */
  url: string;
  /** Connection string of another database of the server. */
  urlOf: (database: string) => string;
  /** Where the socket is, to be given to the start after this one when programs know the address. */
  socketFolder: string;
  /** Resolves with the exit code when the server has ended, wanted or not. */
  exited: Promise<number | null>;
  /** Ends the server: open transactions are rolled back, nothing committed is lost. */
  stop: () => Promise<void>;
};

export type EmbeddedPostgresOptions = {
  /** Where `node_modules` is looked for, upwards. */
  rootDir: string;
  /** The server's data folder, absolute. The folder above it is closed to other accounts. */
  folder: string;
  /** Opens the database; URL-safe characters. A folder that has another one, or none, gets this one. */
  password: string;
  /** False only for tests: faster, but a crash of the machine loses data. */
  durable?: boolean;
  /** Of an earlier start. */
  socketFolder?: string;
};

const START_MS = 120_000;
const WRONG_PASSWORD = '28P01';

/**
 * Starts the embedded PostgreSQL server on a folder; creates the folder at the first start. The caller holds the data
 * folder's lock, so a server found running there is an orphan and is shut down first.
 * @throws EmbeddedPostgresError with what to do
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  if (process.platform === 'win32') {
    throw new EmbeddedPostgresError('There is no embedded database for Windows yet. Set DATABASE_URL to a PostgreSQL database.');
  }
  const { password, durable = true } = options;
  const installed = findBinaries(options.rootDir);
  mkdirSync(path.dirname(options.folder), { recursive: true, mode: 0o700 });
  const folder = path.join(realpathSync(path.dirname(options.folder)), path.basename(options.folder));
  const { as, binaries } = chooseRunAs(folder, installed);
  const socketFolder = await createSocketFolder(as, folder, options.socketFolder);
  const urlOf = (database: string) => addressOf({ password, socketFolder, database });
  const startAfter = async (prepare: () => Promise<void>): Promise<Keeper> => {
    const lock = await lockServer(folder, socketFolder);
    try {
      await prepare();
      return startKeeper({ as, binaries, folder, socketFolder, durable, lock });
    } finally {
      // the server's processes hold it from now on
      closeSync(lock);
    }
  };

  let keeper = await startAfter(() => createCluster(binaries, as, folder, password));
  try {
    if ((await waitUntilReady(urlOf('postgres'), keeper)) === 'wrong password') {
      // a folder whose secrets were lost, or are of another copy: whoever may read its files may set the password
      await keeper.stop();
      keeper = await startAfter(() => setPassword(binaries, as, folder, password));
      if ((await waitUntilReady(urlOf('postgres'), keeper)) === 'wrong password') {
        throw new EmbeddedPostgresError('The embedded database refuses its password.');
      }
    }
    await createDatabaseIfMissing(urlOf('postgres'), DATABASE);
  } catch (error) {
    await keeper.stop();
    throw error;
  }
  const stop = async () => {
    await keeper.stop();
    rmSync(socketFolder, { recursive: true, force: true });
  };
  return { url: urlOf(DATABASE), urlOf, socketFolder, exited: keeper.exited, stop };
}

async function waitUntilReady(url: string, keeper: Keeper): Promise<'ready' | 'wrong password'> {
  let ended = false;
  keeper.exited.then(() => {
    ended = true;
  });
  const began = performance.now();
  while (!ended && performance.now() - began < START_MS) {
    const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5000 });
    client.on('error', () => undefined);
    try {
      await client.connect();
      await client.query('select 1');
      return 'ready';
    } catch (error) {
      if ((error as { code?: string }).code === WRONG_PASSWORD) return 'wrong password';
      await sleep(50);
    } finally {
      await client.end().catch(() => undefined);
    }
  }
  throw new EmbeddedPostgresError(`The embedded database did not start: ${lastLines(keeper.output())}`);
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
