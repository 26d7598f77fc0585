import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { BackupError } from '#lib/backup/backup-error.ts';
import { requireKnownMigrations } from '#lib/backup/database/migrations.ts';
import { findUnfinishedRestore } from '#lib/backup/keeping/claim-data-folder.ts';
import { claimTarget } from '#lib/backup/keeping/claim-target.ts';
import { restoreBackup } from '#lib/backup/keeping/restore-backup.ts';
import { listFaults } from '#lib/backup/keeping/verify-report.ts';
import { formatCount } from '#lib/backup/progress.ts';
import { openRepository } from '#lib/backup/repository/repository.ts';
import { forgetBackups } from '#lib/desk/backups/operations/note-backup.ts';
import { createBlobStore } from '#lib/platform/blobs/create-blob-store.ts';
import type { Config } from '#lib/platform/config.ts';
import { lockDataFolder } from '#lib/platform/data-folder-lock.ts';
import { createDatabase } from '#lib/platform/database/database.ts';
import { listMigrationFolders } from '#lib/platform/database/migration-folders.ts';
import { startEmbeddedPostgres } from '#lib/platform/embedded-postgres/embedded-postgres.ts';
import { findReason } from '#lib/platform/find-reason.ts';
import { getSecret } from '#lib/platform/secrets.ts';
import { findLocation } from './backups/find-location.ts';
import { type Call, runCommand, say, tell, UsageError } from './backups/run-command.ts';

/** Restores a backup into an empty installation. */
const USAGE = `countersign restore PLACE [--backup ID]

  Restores the newest backup of PLACE, a folder or s3://BUCKET/PREFIX, or the one with that ID, into an empty database and an empty data folder (or
  bucket). Database and storage may be of another form than those that the backup is from. After a restore that was cut
  off, run the same again: it goes on with the same backup.

Ends with 0 when all is restored, and with 1 otherwise, also when the backup itself lacks files.`;

await runCommand({ usage: USAGE, options: ['backup'], run });

async function run({ place, options }: Call, config: Config): Promise<number> {
  if (place === undefined) throw new UsageError('Where are the backups?');
  const repository = await openRepository(findLocation(config, place), config.backups.passphrase);
  const id = options.backup ?? findUnfinishedRestore(config)?.id ?? (await repository.list()).at(-1);
  if (id === undefined) throw new BackupError('There is no complete backup in this place.');
  const manifest = await repository.read(id);
  requireKnownMigrations(listMigrationFolders(config.rootDir), manifest);
  mkdirSync(config.dataDir, { recursive: true, mode: 0o700 });
  const lock = await lockDataFolder(config.dataDir, { note: 'a restore' });
  try {
    const blobs = createBlobStore(config);
    const mark = await claimTarget(config, id, blobs);
    const server = config.database.url ? null : await startServer(config);
    try {
      const url = config.database.url ?? (server?.url as string);
      const { differing } = await restoreBackup(repository, manifest, { config, blobs, url }, { mark, tell });
      await forgetRuns(url);
      const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0);
      say(`Restored the backup ${id}: ${formatCount(rows)} rows and ${formatCount(manifest.files.length)} files. Start Countersign now.`);
      for (const name of differing) tell(adviseOnSecret(name));
      for (const line of listFaults(manifest.missing, (key) => `The backup lacks the file ${key}: the storage did not have it.`))
        tell(line);
      if (manifest.missing.length === 0) return 0;
      tell(`Files that the backup lacks: ${formatCount(manifest.missing.length)}. Everything else is restored.`);
      return 1;
    } finally {
      await server?.stop();
    }
  } finally {
    lock.release();
  }
}

async function forgetRuns(url: string): Promise<void> {
  const { database, close } = createDatabase(url, { max: 1, name: 'countersign-restore' });
  try {
    await forgetBackups(database);
  } catch (error) {
    tell(`Settings, Backups will show those of the other installation: ${findReason(error as Error).message}`);
  } finally {
    await close();
  }
}

function adviseOnSecret(setting: string): string {
  const fact = `${setting} is not the one in the backup.`;
  if (setting === 'COUNTERSIGN_API_KEY') return `${fact} It is the key for /v1 from now on.`;
  return `${fact} Unset it, or start once with COUNTERSIGN_ACCEPT_SECRETS=true: what was encrypted with the other one then has to be entered again.`;
}

function startServer({ rootDir, dataDir }: Config) {
  return startEmbeddedPostgres({ rootDir, folder: path.join(dataDir, 'postgres'), password: getSecret(dataDir, 'database-password') });
}
