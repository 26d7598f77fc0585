import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import type { BlobStore } from '#lib/platform/blobs/blob-store.ts';
import type { Config } from '#lib/platform/config.ts';
import { migrate } from '#lib/platform/database/migrate.ts';
import { listMigrationFolders } from '#lib/platform/database/migration-folders.ts';
import { requeueInterrupted } from '#lib/platform/queue/requeue-interrupted.ts';
import { BackupError } from '../backup-error.ts';
import { loadSnapshot } from '../database/load-snapshot.ts';
import { migrateTo, requireKnownMigrations } from '../database/migrations.ts';
import { requireEmptyDatabase } from '../database/require-empty.ts';
import type { Tell } from '../progress.ts';
import type { Manifest } from '../repository/manifest.ts';
import type { Repository } from '../repository/repository.ts';
import { parseSecrets, placeSecrets } from './kept-secrets.ts';
import { requireEmptyStorage, restoreFiles } from './restore-files.ts';

const MARK = 'restore-unfinished';
/** What may be in a data folder that nothing has worked in, and what a restore itself puts there first. */
const HARMLESS = ['lock', 'incoming', 'models', MARK];

type Place = Pick<Config, 'dataDir' | 'rootDir' | 'secrets'>;
export type RestoreTarget = { config: Place; blobs: BlobStore; url: string };

/**
 * Whether a restore of this backup was cut off in this data folder and may go on there.
 * @throws BackupError when the folder holds anything else
 */
export function claimDataFolder({ dataDir }: Pick<Place, 'dataDir'>, id: string): boolean {
  const mark = path.join(dataDir, MARK);
  const unfinished = existsSync(mark) ? readFileSync(mark, 'utf8').trim() : null;
  if (unfinished === id) return true;
  const others = existsSync(dataDir) ? readdirSync(dataDir).filter((name) => !HARMLESS.includes(name)) : [];
  if (unfinished !== null)
    throw new BackupError(`A restore of the backup ${unfinished} was cut off in ${dataDir}. Run it again, or take an empty folder.`);
  if (others.length > 0)
    throw new BackupError(`The data folder ${dataDir} is not empty. Nothing is ever overwritten: set COUNTERSIGN_DATA_DIR to a new one.`);
  writeFileSync(mark, `${id}\n`, { mode: 0o600, flush: true });
  return false;
}

/**
 * Restores a backup into an empty database and storage, whatever form they have. The database comes last, in one transaction.
 * @param isContinued what `claimDataFolder` said
 * @returns names of settings that give other secrets than the backup's
 * @throws BackupError · DamageError
 */
export async function restoreBackup(
  { objects }: Repository,
  manifest: Manifest,
  { config, blobs, url }: RestoreTarget,
  { isContinued, tell }: { isContinued: boolean; tell: Tell },
): Promise<{ differing: string[] }> {
  const folders = listMigrationFolders(config.rootDir);
  requireKnownMigrations(folders, manifest);
  await requireEmptyDatabase(url, isContinued);
  if (!isContinued) await requireEmptyStorage(blobs);
  const secrets = parseSecrets(await buffer(objects.get(manifest.secrets.sha256)));
  await restoreFiles(blobs, objects, manifest.files, tell);
  const differing = placeSecrets(config, secrets);
  await migrateTo(url, folders, manifest);
  await loadSnapshot(url, objects, manifest, tell);
  await migrate({ url, folders });
  await requeueInterrupted(url);
  rmSync(path.join(config.dataDir, MARK), { force: true });
  return { differing };
}
