import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { rm, stat } from 'node:fs/promises';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { decryptStream, encryptStream } from '../age/age-stream.ts';
import { DamageError, toFolderError } from '../backup-error.ts';
import { withinSilence } from '../within-silence.ts';
import { listNames } from './list-names.ts';
import type { RepositoryKey } from './repository-key.ts';
import { settleFile, temporaryName } from './write-file.ts';

const OBJECTS = 'objects';

/** What was stored: `sha256` and `size` of its content; `isNew`: false when the store had it. */
export type StoredObject = { sha256: string; size: number; isNew: boolean };

/** Bytes under the hash of their content, each once, encrypted where there is a key. */
export type ObjectStore = {
  has: (sha256: string) => Promise<boolean>;
  /** Keeps bytes; when this returns they are on disk. @param what in words, for when they stop coming */
  put: (source: Readable | AsyncIterable<Uint8Array>, what: string) => Promise<StoredObject>;
  /** The bytes. @throws DamageError, at their end at the latest, when they are not what was stored */
  get: (sha256: string) => AsyncGenerator<Uint8Array>;
  /** What people find it by below the repository. */
  nameOf: (sha256: string) => string;
  list: () => AsyncGenerator<string>;
  remove: (name: string) => Promise<void>;
};

/** @param incoming a folder of the same file system for what is under way */
export function createObjectStore(folder: string, incoming: string, key: RepositoryKey | null): ObjectStore {
  const nameOf = (sha256: string) => (key ? key.nameOf(sha256) : sha256);
  const fileOf = (name: string) => path.join(folder, OBJECTS, name.slice(0, 2), name);

  async function has(sha256: string): Promise<boolean> {
    try {
      return (await stat(fileOf(nameOf(sha256)))).isFile();
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false;
      throw toFolderError(error, 'the backup');
    }
  }

  async function put(source: Readable | AsyncIterable<Uint8Array>, what: string): Promise<StoredObject> {
    const hash = createHash('sha256');
    let size = 0;
    let isOfSource = false;
    const counted = async function* () {
      try {
        for await (const chunk of withinSilence(source, what)) {
          hash.update(chunk);
          size += chunk.length;
          yield chunk;
        }
      } catch (error) {
        isOfSource = true;
        throw error;
      }
    };
    const temporary = path.join(incoming, temporaryName());
    try {
      const bytes = key ? encryptStream(counted(), key.identity.publicKey) : counted();
      await pipeline(bytes, createWriteStream(temporary, { flags: 'wx', mode: 0o600, flush: true }));
      const sha256 = hash.digest('hex');
      const isNew = !(await has(sha256));
      if (isNew) await settleFile(temporary, fileOf(nameOf(sha256)));
      return { sha256, size, isNew };
    } catch (error) {
      // the source's own error says nothing of the folder of backups
      throw isOfSource ? error : toFolderError(error, 'the backup');
    } finally {
      await rm(temporary, { force: true });
    }
  }

  async function* get(sha256: string): AsyncGenerator<Uint8Array> {
    const name = nameOf(sha256);
    const hash = createHash('sha256');
    try {
      const stored = withinSilence(createReadStream(fileOf(name)), `The object ${name}`);
      for await (const chunk of key ? decryptStream(stored, { identity: key.identity }) : stored) {
        hash.update(chunk);
        yield chunk;
      }
    } catch (cause) {
      const isMissing = (cause as NodeJS.ErrnoException).code === 'ENOENT';
      throw new DamageError(`The object ${name} ${isMissing ? 'is missing' : 'is damaged or cannot be read'}.`, { cause });
    }
    if (hash.digest('hex') !== sha256) throw new DamageError(`The object ${name} is damaged.`);
  }

  return {
    has,
    put,
    get,
    nameOf,
    async *list() {
      const top = path.join(folder, OBJECTS);
      for (const part of await listNames(top)) yield* await listNames(path.join(top, part));
    },
    remove: (name) => rm(fileOf(name), { force: true }),
  };
}
