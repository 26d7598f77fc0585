import { closeSync, constants, existsSync, openSync } from 'node:fs';
import { mkdir, readdir, readFile, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { deflate, inflate } from 'node:zlib';
import { makeFolder } from '#lib/platform/blobs/make-folder.ts';
import { tryLockFile } from '#lib/platform/try-lock-file.ts';
import { decryptStream, encryptStream } from '../age/age-stream.ts';
import { BackupError, DamageError, toFolderError } from '../backup-error.ts';
import { addChecksum, takeChecksum } from './checked-text.ts';
import { listNames } from './list-names.ts';
import { FORMAT, type Manifest, manifestSchema } from './manifest.ts';
import { createObjectStore, type ObjectStore } from './object-store.ts';
import { makeRepositoryKey, openRepositoryKey, type RepositoryKey } from './repository-key.ts';
import { temporaryName, writeWhole } from './write-file.ts';

const MARK = 'countersign-backups';
const MANIFESTS = 'manifests';
const INCOMING = 'incoming';
const ID = /^\d{8}T\d{9}Z$/;
const [pack, unpack] = [promisify(deflate), promisify(inflate)];

/** What the folder says of itself. Without `isEncrypted` a repository whose key is lost would pass for one that is not encrypted. */
type Mark = { format: number; isEncrypted: boolean };

/** A folder of backups. Objects are shared by them; each has a manifest. */
export type Repository = {
  folder: string;
  isEncrypted: boolean;
  /** False when other processes might use it at the same time, because its file system knows no locks. */
  isLocked: boolean;
  objects: ObjectStore;
  /** IDs of whole backups, oldest first. */
  list: () => Promise<string[]>;
  /** @throws DamageError · BackupError when there is no such backup or a newer version made it */
  read: (id: string) => Promise<Manifest>;
  write: (manifest: Manifest) => Promise<void>;
  remove: (id: string) => Promise<void>;
  close: () => void;
};

/** The ID of a backup made now: its time (UTC). */
export function newBackupId(at: Date): string {
  return at.toISOString().replaceAll(/[-:.]/g, '');
}

/** True when there are backups in a folder. */
export const isRepository = (folder: string): boolean => existsSync(path.join(folder, MARK));

/**
 * Opens a folder of backups to read from. Nothing is written.
 * @param passphrase null when none is set
 * @throws BackupError with what to do
 */
export async function openRepository(folder: string, passphrase: string | null): Promise<Repository> {
  return toRepository(folder, await openExisting(folder, passphrase), { close: () => undefined });
}

/**
 * Opens a folder of backups to add one, or makes it; a new one is encrypted when there is a passphrase. Only one at a time may do so.
 * What a killed backup left behind of files under way is removed; its whole objects serve the next one.
 * @param workFactor of a new passphrase, less only for tests
 * @throws BackupError with what to do
 */
export async function openRepositoryToWrite(folder: string, passphrase: string | null, workFactor?: number): Promise<Repository> {
  try {
    await makeFolder(folder);
    const entries = await readdir(folder);
    const isNew = !isRepository(folder);
    if (isNew && entries.some((name) => ![INCOMING, 'lock', 'key.age'].includes(name))) {
      throw new BackupError(`The folder ${folder} holds other things. Choose an empty one, or one with backups.`);
    }
    const lock = lockRepository(folder);
    try {
      const incoming = path.join(folder, INCOMING);
      await rm(incoming, { recursive: true, force: true });
      await mkdir(incoming, { mode: 0o700 });
      if (isNew) await layOut(folder, passphrase, workFactor);
      return toRepository(folder, await openExisting(folder, passphrase), { isLocked: lock.isLocked, close: () => closeSync(lock.fd) });
    } catch (error) {
      closeSync(lock.fd);
      throw error;
    }
  } catch (error) {
    throw toFolderError(error, folder);
  }
}

async function openExisting(folder: string, passphrase: string | null): Promise<RepositoryKey | null> {
  const bytes = await readFile(path.join(folder, MARK)).catch((error) => {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') throw new BackupError(`There are no backups of Countersign in ${folder}.`);
    throw toFolderError(error, folder);
  });
  const { format, isEncrypted } = JSON.parse(takeChecksum(bytes, `The file ${MARK}`).toString()) as Mark;
  if (format > FORMAT)
    throw new BackupError('These backups were made by a newer version of Countersign. Use that version, or a newer one.');
  return openRepositoryKey(folder, { isEncrypted, passphrase });
}

/** The mark comes last: a folder without it is laid out anew. */
async function layOut(folder: string, passphrase: string | null, workFactor?: number): Promise<void> {
  await rm(path.join(folder, 'key.age'), { force: true });
  const temporary = () => path.join(folder, INCOMING, temporaryName());
  if (passphrase !== null) {
    const { name, bytes } = await makeRepositoryKey(passphrase, workFactor);
    await writeWhole(path.join(folder, name), bytes, temporary());
  }
  const mark: Mark = { format: FORMAT, isEncrypted: passphrase !== null };
  await writeWhole(path.join(folder, MARK), addChecksum(Buffer.from(JSON.stringify(mark))), temporary());
}

function lockRepository(folder: string): { fd: number; isLocked: boolean } {
  const fd = openSync(path.join(folder, 'lock'), constants.O_RDWR | constants.O_CREAT | constants.O_NOFOLLOW, 0o600);
  const state = tryLockFile(fd);
  if (state !== 'held') return { fd, isLocked: state === 'taken' };
  closeSync(fd);
  throw new BackupError(`Another backup to ${folder} is running. Wait until it has ended.`);
}

function toRepository(
  folder: string,
  key: RepositoryKey | null,
  { isLocked = false, close }: { isLocked?: boolean; close: () => void },
): Repository {
  const incoming = path.join(folder, INCOMING);
  const ending = key ? '.age' : '';
  const fileOf = (id: string) => path.join(folder, MANIFESTS, `${id}${ending}`);
  return {
    folder,
    isEncrypted: key !== null,
    isLocked,
    objects: createObjectStore(folder, incoming, key),
    async list() {
      const names = await listNames(path.join(folder, MANIFESTS));
      return names
        .filter((name) => name.endsWith(ending))
        .map((name) => name.slice(0, name.length - ending.length))
        .filter((id) => ID.test(id))
        .sort();
    },
    async read(id) {
      const isThere = ID.test(id) && (await stat(fileOf(id)).catch(() => null));
      if (!isThere) throw new BackupError(`There is no backup ${id}.`);
      const what = `The manifest of the backup ${id}`;
      return parseManifest(takeChecksum(await openBytes(await readFile(fileOf(id)), key, what), what), what);
    },
    async write(manifest) {
      const bytes = addChecksum(await pack(Buffer.from(JSON.stringify(manifestSchema.parse(manifest)))));
      const sealed = key ? await buffer(encryptStream(Readable.from([bytes]), key.identity.publicKey)) : bytes;
      await writeWhole(fileOf(manifest.id), sealed, path.join(incoming, temporaryName())).catch((error) => {
        throw toFolderError(error, folder);
      });
    },
    remove: (id) => rm(fileOf(id), { force: true }),
    close,
  };
}

async function openBytes(bytes: Buffer, key: RepositoryKey | null, what: string): Promise<Buffer> {
  if (!key) return bytes;
  return buffer(decryptStream(Readable.from([bytes]), { identity: key.identity })).catch((cause) => {
    throw new DamageError(`${what} is damaged.`, { cause });
  });
}

async function parseManifest(bytes: Buffer, what: string): Promise<Manifest> {
  const found = JSON.parse((await unpack(bytes)).toString()) as { format?: unknown };
  if (typeof found.format === 'number' && found.format > FORMAT) {
    throw new BackupError('This backup was made by a newer version of Countersign. Use that version, or a newer one.');
  }
  const parsed = manifestSchema.safeParse(found);
  if (!parsed.success) throw new DamageError(`${what} makes no sense.`);
  return parsed.data;
}
