import { readFileSync } from 'node:fs';
import type { NetConnectOpts } from 'node:net';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '#lib/platform/embedded-postgres/embedded-postgres.ts';
import { listDescendants } from '../../product/list-processes.ts';

/** A PostgreSQL server that is started again whenever it ends. */
export type KeptDatabase = {
  /** Past all links. */
  url: string;
  target: NetConnectOpts;
  /** Statements of the campaign's own, past all links. @throws where the server is away */
  query: <T extends pg.QueryResultRow>(text: string, values?: unknown[]) => Promise<T[]>;
  /** To the server and all its processes. */
  signal: (signal: NodeJS.Signals, restartMs?: number) => void;
  /** Ends so large a share of the programs' sessions. */
  endSessions: (share: number) => Promise<void>;
  stop: () => Promise<void>;
};

const WAIT_MS = 10_000;

export async function keepDatabase(folder: string): Promise<KeptDatabase> {
  // what the server said is done has to be done: unlike in other tests
  const options = { rootDir: process.cwd(), folder: path.join(folder, 'postgres'), password: 'campaign-password', durable: true };
  let server: EmbeddedPostgres = await startEmbeddedPostgres(options);
  const { socketFolder, url } = server;
  let isStopping = false;
  let pauseMs = 1000;

  const keep = async () => {
    while (!isStopping) {
      await server.exited;
      if (isStopping) return;
      await sleep(pauseMs);
      server = await startEmbeddedPostgres({ ...options, socketFolder });
    }
  };
  const kept = keep();
  kept.catch((error) => console.error(`The database could not be started again: ${error.message}`));

  const query = async <T extends pg.QueryResultRow>(text: string, values: unknown[] = []) => {
    const client = new pg.Client({
      connectionString: url,
      connectionTimeoutMillis: WAIT_MS,
      query_timeout: 60_000,
      application_name: 'campaign',
    });
    client.on('error', () => undefined);
    try {
      await client.connect();
      return (await client.query<T>(text, values)).rows;
    } finally {
      await client.end().catch(() => undefined);
    }
  };

  return {
    url,
    target: { path: path.join(socketFolder, '.s.PGSQL.5432') },
    query,
    signal(signal, restartMs = 1000) {
      pauseMs = restartMs;
      for (const pid of listServer(options.folder)) trySignal(pid, signal);
    },
    async endSessions(share) {
      await query(
        `select pg_terminate_backend(pid) from pg_stat_activity
         where backend_type = 'client backend' and application_name <> 'campaign' and random() < $1`,
        [share],
      );
    },
    async stop() {
      isStopping = true;
      await server.stop();
      await kept.catch(() => undefined);
    },
  };
}

/** The server's processes, the first one first. */
function listServer(folder: string): number[] {
  try {
    const first = Number(readFileSync(path.join(folder, 'postmaster.pid'), 'utf8').split('\n', 1)[0]);
    return [first, ...listDescendants(first)];
  } catch {
    return [];
  }
}

/** To a process that may have ended by itself. */
function trySignal(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // gone already
  }
}
