import path from 'node:path';
import { BackupError } from '#lib/backup/backup-error.ts';
import { folderLocation } from '#lib/backup/location/folder-location.ts';
import type { BackupLocation } from '#lib/backup/location/location.ts';
import { s3Location } from '#lib/backup/location/s3-location.ts';
import type { Tell } from '#lib/backup/progress.ts';
import type { Config } from '#lib/platform/config.ts';
import { parseS3Address, type S3Address } from '#lib/platform/s3-address.ts';
import { requireOutside } from './require-outside.ts';

type Settings = Pick<Config, 'backups' | 'dataDir'>;

/**
 * Where the backups are that somebody named.
 * @param place a folder, or `s3://BUCKET/PREFIX`
 * @param tell told how far a large file is on its way to a bucket
 * @throws BackupError when it makes no sense, or settings are missing
 */
export function findLocation({ backups: { account }, dataDir }: Settings, place: string, tell?: Tell): BackupLocation {
  const address = readAddress(place);
  if (address === null) return folderLocation(path.resolve(place));
  if (account === null) {
    throw new BackupError(
      'Set COUNTERSIGN_BACKUP_S3_ENDPOINT, COUNTERSIGN_BACKUP_S3_ACCESS_KEY and COUNTERSIGN_BACKUP_S3_SECRET_KEY to the server of the backups.',
    );
  }
  return s3Location({ account, address, workDir: path.join(dataDir, 'backups-under-way'), tell });
}

/** The same for new backups. @throws BackupError when they would be lost with the installation's own files */
export function findNewLocation(config: Settings & Pick<Config, 'blobs'>, place: string, tell: Tell): BackupLocation {
  const address = readAddress(place);
  const { blobs, dataDir, backups } = config;
  if (address === null) requireOutside(dataDir, place);
  else if (blobs.kind === 's3' && blobs.bucket === address.bucket && isSameServer(blobs.endpoint, backups.account)) {
    throw new BackupError(`The bucket ${address.bucket} is that of the documents, and the backups would be lost with it. Use another one.`);
  }
  return findLocation(config, place, tell);
}

/** As far as addresses tell: one server may have several names. */
function isSameServer(endpoint: string, account: Config['backups']['account']): boolean {
  return account !== null && new URL(endpoint).host === new URL(account.endpoint).host;
}

function readAddress(place: string): S3Address | null {
  try {
    return parseS3Address(place);
  } catch (error) {
    throw new BackupError(`${place} ${(error as Error).message}.`);
  }
}
