import { Readable } from 'node:stream';
import type { BlobStore } from '#lib/platform/blobs/blob-store.ts';
import { now } from '#lib/platform/clock.ts';
import { PRODUCT } from '#lib/platform/product.ts';
import { BackupError } from '../backup-error.ts';
import { type Snapshot, takeSnapshot } from '../database/take-snapshot.ts';
import { createFileCopies, type FileCopies } from '../files/copy-files.ts';
import { fileOfKey, listKeptKeys } from '../files/kept-keys.ts';
import type { Tell } from '../progress.ts';
import { FORMAT, type Manifest } from '../repository/manifest.ts';
import type { ObjectStore } from '../repository/object-store.ts';
import { newBackupId, type Repository } from '../repository/repository.ts';
import type { KeptSecrets } from './kept-secrets.ts';
import { listObjects } from './prune-backups.ts';

const MOST_SNAPSHOTS = 5;

export type BackupSource = { url: string; blobs: BlobStore; secrets: KeptSecrets };
/** `lost`: keys of files that the storage has lost or damaged, and that the backup has from an earlier one. */
export type CreatedBackup = { manifest: Manifest; added: FileCopies['added']; lost: string[] };

/**
 * Makes a backup while everything runs. Files are copied first, then the database as it was at one moment, then the files that it refers
 * to and that came in between. If one of these was removed meanwhile, the database is copied again.
 * @throws BackupError when files are removed faster than the database can be copied
 */
export async function createBackup(repository: Repository, { url, blobs, secrets }: BackupSource, tell: Tell): Promise<CreatedBackup> {
  const { objects } = repository;
  const createdAt = now();
  // asked once: a bucket takes its time for each
  const stored = await listStored(objects);
  const copies = createFileCopies(blobs, { ...objects, has: async (sha256) => stored.has(objects.nameOf(sha256)) }, tell);
  await copies.copy(await listKeptKeys(blobs));
  const snapshot = await takeConsistent(() => takeSnapshot(url, objects, tell), blobs, copies);
  const failed = [...copies.failed.keys()].filter((key) => belongs(key, snapshot));
  const lost = (await copies.keepFromRepository(failed)).toSorted();
  const files = [...copies.copied.values()].filter(({ key }) => belongs(key, snapshot)).toSorted((a, b) => (a.key < b.key ? -1 : 1));
  const kept = await objects.put(Readable.from([Buffer.from(JSON.stringify(secrets))]), 'The secrets');
  const { server, migrations, queue, tables, sequences, neededSecrets } = snapshot;
  const manifest: Manifest = {
    format: FORMAT,
    id: newBackupId(createdAt),
    createdAt: createdAt.toISOString(),
    took: Math.max(0, now().getTime() - createdAt.getTime()),
    product: PRODUCT.version,
    server,
    migrations,
    queue,
    tables,
    sequences,
    secrets: { sha256: kept.sha256, size: kept.size },
    files,
    missing: failed.filter((key) => !copies.copied.has(key)).toSorted(),
    absentSecrets: [...neededSecrets].filter((name) => !Object.hasOwn(secrets, name)),
  };
  await requireObjects(repository, manifest);
  await repository.write(manifest);
  return { manifest, added: copies.added, lost };
}

/** Where a file system knows no locks, somebody may have removed objects since they were found here. */
async function requireObjects({ objects }: Repository, manifest: Manifest): Promise<void> {
  const stored = await listStored(objects);
  for (const sha256 of listObjects(manifest)) {
    if (!stored.has(objects.nameOf(sha256)))
      throw new BackupError(
        'Objects were removed while the backup was made. Run it again, and use these backups for nothing else meanwhile.',
      );
  }
}

/** Names of all objects. */
async function listStored(objects: ObjectStore): Promise<Set<string>> {
  const names = new Set<string>();
  for await (const name of objects.list()) names.add(name);
  return names;
}

/** What the snapshot refers to, and what was made of it. */
function belongs(key: string, { referenced }: Snapshot): boolean {
  return referenced.has(key) || (!key.startsWith('files/') && referenced.has(`files/${fileOfKey(key)}`));
}

async function takeConsistent(take: () => Promise<Snapshot>, blobs: BlobStore, copies: FileCopies): Promise<Snapshot> {
  let lost = new Set<string>();
  for (let taken = 1; taken <= MOST_SNAPSHOTS; taken += 1) {
    const snapshot = await take();
    // what was made of the files may have come in between too
    const derived = [...(await listKeptKeys(blobs))].filter((key) => belongs(key, snapshot));
    await copies.copy(new Set([...snapshot.referenced, ...derived]));
    const failed = new Set([...copies.failed.keys()].filter((key) => belongs(key, snapshot)));
    // one that a later snapshot refers to as well was not removed by anybody: the storage has lost it
    if ([...failed].every((key) => lost.has(key))) return snapshot;
    lost = failed;
  }
  throw new BackupError('Files kept being removed, so no consistent backup could be made. Run it again when the desk is less busy.');
}
