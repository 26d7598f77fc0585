import { existsSync } from 'node:fs';
import path from 'node:path';
import { BackupError } from '#lib/backup/backup-error.ts';
import type { Config } from '#lib/platform/config.ts';
import { lockDataFolder } from '#lib/platform/data-folder-lock.ts';
import { startEmbeddedPostgres } from '#lib/platform/embedded-postgres/embedded-postgres.ts';
import { findRunningPostgres } from '#lib/platform/embedded-postgres/find-running.ts';
import { findSecret } from '#lib/platform/secrets.ts';

/** The database of the installation while a command works on it. */
export type FoundDatabase = { url: string; release: () => Promise<void> };

/**
 * The installation's database: the one of DATABASE_URL, the embedded one that a launcher keeps running, or, when nothing runs, the
 * embedded one started for this command alone.
 * @throws BackupError · FolderInUseError · EmbeddedPostgresError
 */
export async function findDatabase(config: Config): Promise<FoundDatabase> {
  if (config.database.url) return { url: config.database.url, release: async () => undefined };
  const folder = path.join(config.dataDir, 'postgres');
  const password = findSecret(config.dataDir, 'database-password');
  if (password === null || !existsSync(folder)) {
    throw new BackupError(`There is no embedded database in ${config.dataDir}. Set COUNTERSIGN_DATA_DIR, or DATABASE_URL.`);
  }
  const running = findRunningPostgres(folder, password);
  if (running !== null) return { url: running, release: async () => undefined };
  const lock = await lockDataFolder(config.dataDir, { note: 'a backup' });
  try {
    const server = await startEmbeddedPostgres({ rootDir: config.rootDir, folder, password });
    return {
      url: server.url,
      async release() {
        await server.stop();
        lock.release();
      },
    };
  } catch (error) {
    lock.release();
    throw error;
  }
}
