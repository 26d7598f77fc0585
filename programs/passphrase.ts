import { BackupError } from '#lib/backup/backup-error.ts';
import { changePassphrase } from '#lib/backup/repository/repository.ts';
import type { Config } from '#lib/platform/config.ts';
import { findLocation } from './backups/find-location.ts';
import { beforeEnd, type Call, runCommand, say, UsageError } from './backups/run-command.ts';

/** Changes the passphrase of encrypted backups. */
const USAGE = `countersign passphrase PLACE

  Changes the passphrase of all backups in PLACE, a folder or s3://BUCKET/PREFIX, from COUNTERSIGN_BACKUP_PASSPHRASE to
  COUNTERSIGN_BACKUP_NEW_PASSPHRASE (or …_FILE). Then set COUNTERSIGN_BACKUP_PASSPHRASE to the new one everywhere.

The key of the backups stays. Whoever has an old copy of the file key.age and the old passphrase can still read them: to shut
somebody out, begin in a new place with a new passphrase, and remove the old one.`;

await runCommand({ usage: USAGE, options: [], run });

async function run({ place }: Call, config: Config): Promise<number> {
  if (place === undefined) throw new UsageError('Where are the backups?');
  const { passphrase, newPassphrase } = config.backups;
  if (passphrase === null || newPassphrase === null) {
    throw new BackupError('Set COUNTERSIGN_BACKUP_PASSPHRASE to the passphrase, and COUNTERSIGN_BACKUP_NEW_PASSPHRASE to the new one.');
  }
  const changing = changePassphrase(findLocation(config, place), { from: passphrase, to: newPassphrase });
  beforeEnd(() => changing);
  await changing;
  say('The passphrase is changed. Set COUNTERSIGN_BACKUP_PASSPHRASE to the new one, and keep it elsewhere: without it nobody can restore.');
  return 0;
}
