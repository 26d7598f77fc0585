import pg from 'pg';
import type { BlobStore } from '#lib/platform/blobs/blob-store.ts';
import type { Config } from '#lib/platform/config.ts';
import { requireEmptyDatabase } from '../database/claim-database.ts';
import { findContinued, markDataFolder, type RestoreMark } from './claim-data-folder.ts';
import { requireEmptyStorage } from './restore-files.ts';

type Target = Pick<Config, 'dataDir' | 'blobs'> & { database: Pick<Config['database'], 'url'> };

/**
 * Makes sure that a backup may be restored here, and only then says so in the data folder. Writes nothing else. The embedded database
 * needs no look: it lies in the data folder, which is empty.
 * @returns what the restore is known by; that of one which was cut off here, to go on with it
 * @throws BackupError when data folder, database or storage is not empty, or belongs to another restore
 */
export async function claimTarget(config: Target, id: string, blobs: BlobStore): Promise<RestoreMark> {
  const wanted = { id, target: describeTarget(config) };
  const continued = findContinued(config, wanted);
  if (continued !== null) return continued;
  if (config.database.url) await requireEmptyDatabase(config.database.url);
  await requireEmptyStorage(blobs);
  return markDataFolder(config, wanted);
}

/** Names database and storage without names and passwords of accounts. */
function describeTarget({ blobs, database }: Target): string {
  const storage = blobs.kind === 's3' ? `bucket ${blobs.bucket} of ${blobs.endpoint}` : 'data folder';
  if (!database.url) return `embedded database and the ${storage}`;
  const { host, port, database: name } = new pg.Client(database.url);
  return `database ${name} of ${host}:${port} and the ${storage}`;
}
