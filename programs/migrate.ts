import { ConfigError, readConfig, requireDatabaseUrl } from '#lib/platform/config.ts';
import { migrate } from '#lib/platform/database/migrate.ts';
import { listMigrationFolders } from '#lib/platform/database/migration-folders.ts';
import { NewerDatabaseError } from '#lib/platform/database/migration-state.ts';
import { waitForDatabase } from '#lib/platform/database/wait-for-migrations.ts';
import { createLog } from '#lib/platform/log.ts';
import { PRODUCT } from '#lib/platform/product.ts';

/** Brings the database up to date and ends. Programs that wait for it go on. Any number may run at once: one works, the others find nothing to do. */
// the first process of a container gets no signal that it does not listen to
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => process.exit(1));

try {
  const config = readConfig();
  const log = createLog({ ...config.log, program: 'migrate' });
  const url = requireDatabaseUrl(config);
  await waitForDatabase({ url, log });
  await migrate({ url, folders: listMigrationFolders(config.rootDir) });
  process.stdout.write(`The database has all migrations of ${PRODUCT.name} ${PRODUCT.version}.\n`);
} catch (error) {
  const isExpected = error instanceof ConfigError || error instanceof NewerDatabaseError;
  process.stderr.write(`${isExpected ? '' : 'The database could not be migrated: '}${(error as Error).message}\n`);
  process.exitCode = 1;
}
