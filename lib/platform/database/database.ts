import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres';
import type pg from 'pg';
import { METRICS } from '../metrics/metrics.ts';
import { CheckedPool } from './checked-pool.ts';

/** A database handle: drizzle over a pool of connections. Tables are passed to its query builder; none are registered here. */
export type Database = NodePgDatabase;
/** The handle inside `database.transaction(async (tx) => …)`. */
export type Transaction = Parameters<Parameters<Database['transaction']>[0]>[0];
/** Either of the two: for functions that do not care whether they run inside a transaction. */
export type Executor = Database | Transaction;

export type DatabaseConnection = { database: Database; pool: pg.Pool; close: () => Promise<void> };

/** After so long without a packet the system asks whether the other side is still there. */
const SILENT_SECONDS = 20;
/** What the server does to find out that our machine is gone: it ends the session, with the locks it holds, within a minute. */
const NOTICES_LOSS = {
  tcp_keepalives_idle: String(SILENT_SECONDS),
  tcp_keepalives_interval: '10',
  tcp_keepalives_count: '4',
  tcp_user_timeout: '60000',
};

/**
 * Opens a pool. Connections are made when first needed. Where the database is at fault, and not the statement, what fails has an
 * `OutageError` in its chain of causes.
 * @param url `postgres://user:password@host:port/name`, or for a Unix socket `postgres://user@/name?host=/socket/folder`
 * @param options.max most connections at a time (default 10)
 * @param options.waitMs how long a statement waits for a connection before it fails (default 15 s)
 * @param options.statementMs how long a statement may take before it fails (default: no limit)
 * @param options.name shown in `pg_stat_activity`
 */
export function createDatabase(
  url: string,
  options: { max?: number; waitMs?: number; statementMs?: number; name?: string } = {},
): DatabaseConnection {
  const { statementMs } = options;
  const pool = new CheckedPool({
    connectionString: url,
    max: options.max ?? 10,
    application_name: options.name ?? 'countersign',
    connectionTimeoutMillis: options.waitMs ?? 15_000,
    idleTimeoutMillis: 30_000,
    allowExitOnIdle: true,
    // a server that is gone with its machine says nothing: without this, who waits for its answer waits for ever
    keepAlive: true,
    keepAliveInitialDelayMillis: SILENT_SECONDS * 1000,
    ...setUpSessions(statementMs === undefined ? NOTICES_LOSS : { ...NOTICES_LOSS, statement_timeout: String(statementMs) }),
    // for a server that is not there any more
    ...(statementMs === undefined ? {} : { query_timeout: statementMs + 250 }),
  });
  // An idle connection that the server ends (restart) must not end the process: the pool drops it and opens another.
  pool.on('error', () => undefined);
  // The same for one that is in use between two statements of a transaction: the next statement fails, and that is handled.
  pool.on('connect', (client) => client.on('error', () => undefined));
  METRICS.pools.add(pool);
  const database = drizzle(pool);
  database.transaction = createTransaction(pool);
  let closed: Promise<void> | undefined;
  return {
    database,
    pool,
    close: () => {
      METRICS.pools.delete(pool);
      closed ??= pool.end();
      return closed;
    },
  };
}

/** Settings are made by a statement: poolers of connections refuse them among the parameters of the start. */
function setUpSessions(settings: Readonly<Record<string, string>>): pg.PoolConfig {
  const text = 'select set_config(name, value, false) from unnest($1::text[], $2::text[]) as setting (name, value)';
  return { onConnect: (client) => client.query(text, [Object.keys(settings), Object.values(settings)]) };
}

/**
 * Transactions that give their connection back however they end. The query builder's own keep it for ever when it breaks before
 * `begin` is answered: an outage would cost the pool one place each time, until none is left.
 */
function createTransaction(pool: pg.Pool): Database['transaction'] {
  return async (work, config) => {
    const client = await pool.connect();
    try {
      return await drizzle(client).transaction(work, config);
    } finally {
      // one that is still within a transaction would carry it into somebody else's
      client.release(client.getTransactionStatus() !== 'I');
    }
  };
}
