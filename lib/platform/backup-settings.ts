import path from 'node:path';
import type { Environment } from './environment-schema.ts';
import { parseS3Address } from './s3-address.ts';

/** Who asks an S3-compatible server, and which one. */
export type S3Account = { endpoint: string; region: string; accessKey: string; secretKey: string };

export type BackupSettings = {
  /** Backups by schedule: to which folder or `s3://` address, how often, and how many stay (null = all). */
  schedule: { place: string; everyMs: number; keep: number | null } | null;
  /** What backups are encrypted with, or null. */
  passphrase: string | null;
  /** What `countersign passphrase` changes it to, or null. */
  newPassphrase: string | null;
  /** For backups at `s3://` addresses: an account of their own, else that of the file storage, or null. */
  account: S3Account | null;
};

/** @param rootDir the project's folder, which a relative folder of backups starts from */
export function toBackupSettings(values: Environment, rootDir: string): BackupSettings {
  const place = values.COUNTERSIGN_BACKUP_FOLDER;
  return {
    schedule: place
      ? {
          place: parseS3Address(place) ? place : path.resolve(/* turbopackIgnore: true */ rootDir, place),
          everyMs: values.COUNTERSIGN_BACKUP_EVERY_HOURS * 3_600_000,
          keep: values.COUNTERSIGN_BACKUP_KEEP ?? null,
        }
      : null,
    passphrase: values.COUNTERSIGN_BACKUP_PASSPHRASE ?? null,
    newPassphrase: values.COUNTERSIGN_BACKUP_NEW_PASSPHRASE ?? null,
    account: toAccount(values),
  };
}

function toAccount(values: Environment): S3Account | null {
  const [endpoint, region, accessKey, secretKey] = values.COUNTERSIGN_BACKUP_S3_ENDPOINT
    ? [
        values.COUNTERSIGN_BACKUP_S3_ENDPOINT,
        values.COUNTERSIGN_BACKUP_S3_REGION,
        values.COUNTERSIGN_BACKUP_S3_ACCESS_KEY,
        values.COUNTERSIGN_BACKUP_S3_SECRET_KEY,
      ]
    : [values.S3_ENDPOINT, values.S3_REGION, values.S3_ACCESS_KEY, values.S3_SECRET_KEY];
  return endpoint && accessKey && secretKey ? { endpoint, region, accessKey, secretKey } : null;
}
