import { buffer } from 'node:stream/consumers';
import type { BlobStore } from '#lib/platform/blobs/blob-store.ts';
import type { Config } from '#lib/platform/config.ts';
import { migrate } from '#lib/platform/database/migrate.ts';
import { listMigrationFolders } from '#lib/platform/database/migration-folders.ts';
import { requeueInterrupted } from '#lib/platform/queue/requeue-interrupted.ts';
import { loadSnapshot } from '../database/load-snapshot.ts';
import { migrateTo, requireKnownMigrations } from '../database/migrations.ts';
import { requireEmptyDatabase } from '../database/require-empty.ts';
import type { Tell } from '../progress.ts';
import type { Manifest } from '../repository/manifest.ts';
import type { Repository } from '../repository/repository.ts';
import { releaseDataFolder } from './claim-data-folder.ts';
import { parseSecrets, placeSecrets } from './kept-secrets.ts';
import { requireEmptyStorage, restoreFiles } from './restore-files.ts';

type Place = Pick<Config, 'dataDir' | 'rootDir' | 'secrets'>;
export type RestoreTarget = { config: Place; blobs: BlobStore; url: string };

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
  releaseDataFolder(config);
  return { differing };
}
