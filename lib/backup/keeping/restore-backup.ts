import { buffer } from 'node:stream/consumers';
import type { BlobStore } from '#lib/platform/blobs/blob-store.ts';
import type { Config } from '#lib/platform/config.ts';
import { migrate } from '#lib/platform/database/migrate.ts';
import { listMigrationFolders } from '#lib/platform/database/migration-folders.ts';
import { requeueInterrupted } from '#lib/platform/queue/requeue-interrupted.ts';
import { claimDatabase, markLoaded, releaseDatabase } from '../database/claim-database.ts';
import { loadSnapshot } from '../database/load-snapshot.ts';
import { migrateTo, requireKnownMigrations } from '../database/migrations.ts';
import type { Tell } from '../progress.ts';
import type { Manifest } from '../repository/manifest.ts';
import type { Repository } from '../repository/repository.ts';
import { markWhole, type RestoreMark, releaseDataFolder } from './claim-data-folder.ts';
import { parseSecrets, placeSecrets } from './kept-secrets.ts';
import { restoreFiles } from './restore-files.ts';

type Place = Pick<Config, 'dataDir' | 'rootDir' | 'secrets'>;
export type RestoreTarget = { config: Place; blobs: BlobStore; url: string };

/**
 * Restores a backup into an empty database and storage, whatever form they have. The database comes last, in one transaction. After a
 * restore that was cut off, at whatever moment, the same again goes on.
 * @param options.mark what `claimTarget` returned
 * @returns names of settings that give other secrets than the backup's
 * @throws BackupError · DamageError
 */
export async function restoreBackup(
  { objects }: Repository,
  manifest: Manifest,
  { config, blobs, url }: RestoreTarget,
  { mark, tell }: { mark: RestoreMark; tell: Tell },
): Promise<{ differing: string[] }> {
  const folders = listMigrationFolders(config.rootDir);
  requireKnownMigrations(folders, manifest);
  const secrets = parseSecrets(await buffer(objects.get(manifest.secrets.sha256)));
  const differing = placeSecrets(config, secrets);
  if (!mark.isWhole) {
    const { isLoaded } = await claimDatabase(url, mark.token);
    await restoreFiles(blobs, objects, manifest.files, tell);
    if (!isLoaded) {
      await migrateTo(url, folders, manifest);
      await loadSnapshot(url, objects, manifest, { tell, onLoaded: (client) => markLoaded(client, mark.token) });
    }
    await migrate({ url, folders });
    await requeueInterrupted(url);
    await markWhole(config, mark);
  }
  await releaseDatabase(url, mark.token);
  releaseDataFolder(config);
  return { differing };
}
