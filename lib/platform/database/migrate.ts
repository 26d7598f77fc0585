import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate as applyMigrations } from 'drizzle-orm/node-postgres/migrator';
import pg from 'pg';
import { PgBoss } from 'pg-boss';
import { ADVISORY_LOCKS } from './advisory-locks.ts';
import type { MigrationFolder } from './migration-folders.ts';
import { compareMigrations, NewerDatabaseError } from './migration-state.ts';

/**
 * Brings a database up to date: each room's migrations in the order given, then the queue's own schema. Safe when
 * several processes start at once: it runs on one connection under an advisory lock, the others wait and find nothing to do.
 * The journal of a room is the table `migrations.SCHEMA`.
 * @throws NewerDatabaseError when a newer version has migrated it; nothing is changed then
 */
export async function migrate(options: { url: string; folders: MigrationFolder[] }): Promise<void> {
  const client = new pg.Client({ connectionString: options.url, application_name: 'countersign-migrate', connectionTimeoutMillis: 15_000 });
  await client.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [ADVISORY_LOCKS.migrations]);
    if ((await compareMigrations(client, options.folders)) === 'newer') throw new NewerDatabaseError();
    // "schema already exists, skipping" is not worth a line
    await client.query('set client_min_messages = warning');
    for (const { schema, folder } of options.folders) {
      await applyMigrations(drizzle(client), { migrationsFolder: folder, migrationsSchema: 'migrations', migrationsTable: schema });
    }
    await installQueue(options.url);
  } finally {
    // ending the session releases the lock
    await client.end();
  }
}

async function installQueue(url: string): Promise<void> {
  const boss = new PgBoss({ connectionString: url, max: 2, supervise: false, schedule: false, migrate: true });
  boss.on('error', () => undefined);
  await boss.start();
  await boss.stop({ graceful: false });
}
