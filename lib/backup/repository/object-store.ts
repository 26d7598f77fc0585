import { createHash } from 'node:crypto';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { findOutage } from '#lib/platform/outage-error.ts';
import { decryptStream, encryptStream } from '../age/age-stream.ts';
import { BackupError, DamageError } from '../backup-error.ts';
import type { BackupLocation } from '../location/location.ts';
import { withinSilence } from '../within-silence.ts';
import type { RepositoryKey } from './repository-key.ts';

const OBJECTS = 'objects';

/** What was stored: `sha256` and `size` of its content; `isNew`: false when the store had it. */
export type StoredObject = { sha256: string; size: number; isNew: boolean };

/** Bytes under the hash of their content, each once, encrypted where there is a key. */
export type ObjectStore = {
  has: (sha256: string) => Promise<boolean>;
  /** Keeps bytes; when this returns they are safe. @param what in words, for when they stop coming */
  put: (source: Readable | AsyncIterable<Uint8Array>, what: string) => Promise<StoredObject>;
  /** The bytes. @throws DamageError, at their end at the latest, when they are not what was stored */
  get: (sha256: string) => AsyncGenerator<Uint8Array>;
  /** What people find it by below the repository. */
  nameOf: (sha256: string) => string;
  list: () => AsyncGenerator<string>;
  remove: (name: string) => Promise<void>;
};

export function createObjectStore(location: BackupLocation, key: RepositoryKey | null): ObjectStore {
  const nameOf = (sha256: string) => (key ? key.nameOf(sha256) : sha256);
  const placeOf = (name: string) => `${OBJECTS}/${name.slice(0, 2)}/${name}`;
  const has = (sha256: string) => location.has(placeOf(nameOf(sha256)));

  async function put(source: Readable | AsyncIterable<Uint8Array>, what: string): Promise<StoredObject> {
    const hash = createHash('sha256');
    let size = 0;
    let ofSource: { error: unknown } | null = null;
    const counted = async function* () {
      try {
        for await (const chunk of withinSilence(source, what)) {
          hash.update(chunk);
          size += chunk.length;
          yield chunk;
        }
      } catch (error) {
        ofSource = { error };
        throw error;
      }
    };
    const received = await location.receive(key ? encryptStream(counted(), key.identity.publicKey) : counted()).catch((error) => {
      // the source's own error says nothing of the backups
      throw ofSource ? ofSource.error : error;
    });
    try {
      const sha256 = hash.digest('hex');
      const isNew = !(await has(sha256));
      if (isNew) await received.keep(placeOf(nameOf(sha256)));
      return { sha256, size, isNew };
    } finally {
      await received.discard();
    }
  }

  async function* get(sha256: string): AsyncGenerator<Uint8Array> {
    const name = nameOf(sha256);
    const hash = createHash('sha256');
    let bytes: Readable | null = null;
    try {
      bytes = await location.read(placeOf(name));
      if (bytes === null) throw new DamageError(`The object ${name} is missing.`);
      const stored = withinSilence(bytes, `The object ${name}`);
      for await (const chunk of key ? decryptStream(stored, { identity: key.identity }) : stored) {
        hash.update(chunk);
        yield chunk;
      }
    } catch (cause) {
      const outage = findOutage(cause);
      if (outage || cause instanceof BackupError) throw outage ?? cause;
      throw new DamageError(`The object ${name} is damaged or cannot be read.`, { cause });
    } finally {
      // where decryption ends early nobody else closes it
      bytes?.destroy();
    }
    if (hash.digest('hex') !== sha256) throw new DamageError(`The object ${name} is damaged.`);
  }

  return {
    has,
    put,
    get,
    nameOf,
    async *list() {
      for await (const place of location.list(OBJECTS)) yield path.posix.basename(place);
    },
    remove: (name) => location.remove(placeOf(name)),
  };
}
