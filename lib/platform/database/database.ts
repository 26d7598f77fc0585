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
    ...(statementMs === undefined ? {} : limitStatements(statementMs)),
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

/** The limit is set by a statement: poolers of connections refuse it among the parameters of the start. */
function limitStatements(ms: number): pg.PoolConfig {
  return {
    onConnect: (client) => client.query('select set_config($1, $2, false)', ['statement_timeout', String(ms)]),
    // for a server that is not there any more
    query_timeout: ms + 250,
  };
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
