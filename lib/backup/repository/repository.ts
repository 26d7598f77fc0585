import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { deflate, inflate } from 'node:zlib';
import { decryptStream, encryptStream } from '../age/age-stream.ts';
import { BackupError, DamageError } from '../backup-error.ts';
import { type BackupLocation, CLAIMS, type Claim } from '../location/location.ts';
import { readWhole, writeWhole } from '../location/whole-files.ts';
import { addChecksum, takeChecksum } from './checked-text.ts';
import { FORMAT, type Manifest, manifestSchema } from './manifest.ts';
import { createObjectStore, type ObjectStore } from './object-store.ts';
import { KEY_FILE, makeRepositoryKey, openRepositoryKey, type RepositoryKey, rekeepRepositoryKey } from './repository-key.ts';

const MARK = 'countersign-backups';
const MANIFESTS = 'manifests';
const ID = /^\d{8}T\d{9}Z$/;
const [pack, unpack] = [promisify(deflate), promisify(inflate)];

/** What a repository says of itself. Without `isEncrypted` a repository whose key is lost would pass for one that is not encrypted. */
type Mark = { format: number; isEncrypted: boolean };

/** Backups at one location. Objects are shared by them; each has a manifest. */
export type Repository = {
  isEncrypted: boolean;
  /** False when other processes might use it at the same time, because its location knows no locks. */
  isLocked: boolean;
  objects: ObjectStore;
  /** IDs of whole backups, oldest first. */
  list: () => Promise<string[]>;
  /** @throws DamageError · BackupError when there is no such backup or a newer version made it */
  read: (id: string) => Promise<Manifest>;
  /** @throws BackupError when the claim was lost meanwhile, as what removes */
  write: (manifest: Manifest) => Promise<void>;
  remove: (id: string) => Promise<void>;
  close: () => Promise<void>;
};

/** The ID of a backup made now: its time (UTC). */
export function newBackupId(at: Date): string {
  return at.toISOString().replaceAll(/[-:.]/g, '');
}

/** True when there are backups at a location. */
export const isRepository = (location: BackupLocation): Promise<boolean> => location.has(MARK);

/**
 * Opens backups to read from. Nothing is written.
 * @param passphrase null when none is set
 * @throws BackupError with what to do
 */
export async function openRepository(location: BackupLocation, passphrase: string | null): Promise<Repository> {
  return toRepository(location, await openExisting(location, passphrase), UNCLAIMED);
}

/** A repository that is only read from. */
const UNCLAIMED: Claim = { isLocked: false, requireHeld: () => undefined, release: async () => undefined };

/**
 * Opens backups to add one, or makes a repository; a new one is encrypted when there is a passphrase. Only one at a time may do so.
 * What a killed backup left behind of files under way is removed; its whole objects serve the next one.
 * @param workFactor of a new passphrase, less only for tests
 * @throws BackupError with what to do
 */
export async function openRepositoryToWrite(location: BackupLocation, passphrase: string | null, workFactor?: number): Promise<Repository> {
  if (!(await isRepository(location))) await requireFree(location);
  const claim = await location.claim();
  try {
    // asked again: another backup may have made it meanwhile
    if (!(await isRepository(location))) await layOut(location, claim, { passphrase, workFactor });
    return toRepository(location, await openExisting(location, passphrase), claim);
  } catch (error) {
    await claim.release();
    throw error;
  }
}

/**
 * Keeps the key of encrypted backups under another passphrase. The key itself stays: whoever has an old copy of its file, and the old
 * passphrase, can still read.
 * @param workFactor less only for tests
 * @throws BackupError with what to do
 */
export async function changePassphrase(
  location: BackupLocation,
  passphrases: { from: string; to: string },
  workFactor?: number,
): Promise<void> {
  // before anything is written: it may be the wrong place
  await openExisting(location, passphrases.from);
  const claim = await location.claim();
  try {
    claim.requireHeld();
    await rekeepRepositoryKey(location, passphrases, workFactor);
  } finally {
    await claim.release();
  }
}

/** @throws BackupError when something else than what a first backup leaves that is cut off lies there */
async function requireFree(location: BackupLocation): Promise<void> {
  for await (const name of location.list()) {
    const top = name.split('/')[0] as string;
    if (![...CLAIMS, KEY_FILE].includes(top)) {
      throw new BackupError(`${location.name} holds other things. Choose an empty place, or one with backups.`);
    }
  }
}

async function openExisting(location: BackupLocation, passphrase: string | null): Promise<RepositoryKey | null> {
  const bytes = await readWhole(location, MARK, `The file ${MARK}`);
  if (bytes === null) throw new BackupError(`There are no backups of Countersign in ${location.name}.`);
  const { format, isEncrypted } = JSON.parse(takeChecksum(bytes, `The file ${MARK}`).toString()) as Mark;
  if (format > FORMAT)
    throw new BackupError('These backups were made by a newer version of Countersign. Use that version, or a newer one.');
  return openRepositoryKey(location, { isEncrypted, passphrase });
}

/** The mark comes last: a location without it is laid out anew. */
async function layOut(
  location: BackupLocation,
  claim: Claim,
  { passphrase, workFactor }: { passphrase: string | null; workFactor: number | undefined },
): Promise<void> {
  // takes a while, in which the claim may be lost and somebody else's backups begin
  const key = passphrase === null ? null : await makeRepositoryKey(passphrase, workFactor);
  claim.requireHeld();
  if (key === null) await location.remove(KEY_FILE);
  else await writeWhole(location, KEY_FILE, key);
  claim.requireHeld();
  const mark: Mark = { format: FORMAT, isEncrypted: passphrase !== null };
  await writeWhole(location, MARK, addChecksum(Buffer.from(JSON.stringify(mark))));
}

function toRepository(location: BackupLocation, key: RepositoryKey | null, claim: Claim): Repository {
  const ending = key ? '.age' : '';
  const nameOf = (id: string) => `${MANIFESTS}/${id}${ending}`;
  const objects = createObjectStore(location, key);
  const held = async <T>(work: () => Promise<T>): Promise<T> => {
    claim.requireHeld();
    return work();
  };
  return {
    isEncrypted: key !== null,
    isLocked: claim.isLocked,
    objects: { ...objects, remove: (name) => held(() => objects.remove(name)) },
    async list() {
      const ids: string[] = [];
      for await (const name of location.list(MANIFESTS)) {
        const id = name.slice(MANIFESTS.length + 1, name.length - ending.length);
        if (ID.test(id) && name === nameOf(id)) ids.push(id);
      }
      return ids.sort();
    },
    async read(id) {
      const what = `The manifest of the backup ${id}`;
      const bytes = ID.test(id) ? await readWhole(location, nameOf(id), what) : null;
      if (bytes === null) throw new BackupError(`There is no backup ${id}.`);
      return parseManifest(takeChecksum(await openBytes(bytes, key, what), what), what);
    },
    async write(manifest) {
      const bytes = addChecksum(await pack(Buffer.from(JSON.stringify(manifestSchema.parse(manifest)))));
      const sealed = key ? await buffer(encryptStream(Readable.from([bytes]), key.identity.publicKey)) : bytes;
      await held(() => writeWhole(location, nameOf(manifest.id), sealed));
      try {
        claim.requireHeld();
      } catch (error) {
        // what it needs may have been removed in between
        await location.remove(nameOf(manifest.id));
        throw error;
      }
    },
    remove: (id) => held(() => location.remove(nameOf(id))),
    close: claim.release,
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
