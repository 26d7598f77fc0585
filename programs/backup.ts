import { createBackup } from '#lib/backup/keeping/create-backup.ts';
import { collectSecrets } from '#lib/backup/keeping/kept-secrets.ts';
import { pruneBackups } from '#lib/backup/keeping/prune-backups.ts';
import { formatBytes, formatCount } from '#lib/backup/progress.ts';
import { openRepositoryToWrite } from '#lib/backup/repository/repository.ts';
import { createBlobStore } from '#lib/platform/blobs/create-blob-store.ts';
import type { Config } from '#lib/platform/config.ts';
import { findDatabase } from './backups/find-database.ts';
import { requireOutside } from './backups/require-outside.ts';
import { type Call, runCommand, say, tell, UsageError } from './backups/run-command.ts';

/** Makes a backup while everything runs. */
const USAGE = `countersign backup FOLDER [--keep N]

  Adds a backup of database, files and secrets to FOLDER, while everything runs. Only what is new is copied.

  --keep N   afterwards only the newest N backups stay

With COUNTERSIGN_BACKUP_PASSPHRASE (or …_FILE) a new FOLDER is encrypted. Without the passphrase nobody can restore it.`;

const PLAIN = `
  THIS BACKUP IS NOT ENCRYPTED. Whoever reads its folder has all documents, and the keys of the installation.
  Set COUNTERSIGN_BACKUP_PASSPHRASE and use a new folder to encrypt.
`;

await runCommand({ usage: USAGE, options: ['keep'], run });

async function run({ place, options }: Call, config: Config): Promise<number> {
  if (place === undefined) throw new UsageError('Which folder shall the backup go to?');
  const keep = options.keep === undefined ? null : Number(options.keep);
  if (keep !== null && !(Number.isInteger(keep) && keep > 0)) throw new UsageError('--keep takes a number from 1 on.');
  const began = performance.now();
  const repository = await openRepositoryToWrite(requireOutside(config.dataDir, place), config.backupPassphrase);
  try {
    if (!repository.isEncrypted) tell(PLAIN);
    const database = await findDatabase(config);
    try {
      const source = { url: database.url, blobs: createBlobStore(config), secrets: collectSecrets(config) };
      const { manifest, added } = await createBackup(repository, source, tell);
      const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0);
      const seconds = ((performance.now() - began) / 1000).toFixed(1);
      say(
        `Backup ${manifest.id}: ${formatCount(rows)} rows and ${formatCount(manifest.files.length)} files ` +
          `(${formatCount(added.files)} new, ${formatBytes(added.bytes)}) in ${seconds} s.`,
      );
      if (keep !== null) {
        const removed = await pruneBackups(repository, keep);
        say(`Removed ${formatCount(removed.backups)} older backups and ${formatCount(removed.objects)} objects.`);
      }
      if (manifest.missing.length === 0) return 0;
      tell(`The storage does not have, or has damaged, ${formatCount(manifest.missing.length)} files that documents refer to:`);
      for (const key of manifest.missing.slice(0, 20)) tell(`  ${key}`);
      return 1;
    } finally {
      await database.release();
    }
  } finally {
    repository.close();
  }
}
