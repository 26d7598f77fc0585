import { randomBytes } from 'node:crypto';
import { closeSync, constants, createWriteStream, openSync } from 'node:fs';
import { mkdir, open, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { makeFolder } from '#lib/platform/blobs/make-folder.ts';
import { tryLockFile } from '#lib/platform/try-lock-file.ts';
import { BackupError, toFolderError } from '../backup-error.ts';
import { listEntries } from './list-entries.ts';
import type { BackupLocation, Claim } from './location.ts';
import { settleFile } from './settle-file.ts';

const isNotThere = (error: unknown) => (error as NodeJS.ErrnoException).code === 'ENOENT';

/** Backups in a folder. One at a time writes there, where its file system knows locks. */
export function folderLocation(folder: string): BackupLocation {
  const incoming = path.join(folder, 'incoming');
  const fileOf = (name: string) => path.join(folder, name);

  async function told<T>(work: () => Promise<T>, what = folder): Promise<T> {
    try {
      return await work();
    } catch (error) {
      throw toFolderError(error, what);
    }
  }

  async function* listBelow(name: string): AsyncGenerator<string> {
    for (const entry of await told(() => listEntries(fileOf(name)), fileOf(name))) {
      const inner = name === '' ? entry.name : `${name}/${entry.name}`;
      if (entry.isDirectory()) yield* listBelow(inner);
      else yield inner;
    }
  }

  return {
    name: folder,
    has: (name) =>
      told(async () => {
        const found = await stat(fileOf(name)).catch((error) => {
          if (isNotThere(error)) return null;
          throw error;
        });
        return found?.isFile() ?? false;
      }),
    async read(name) {
      try {
        const handle = await open(fileOf(name));
        return handle.createReadStream();
      } catch (error) {
        if (isNotThere(error)) return null;
        throw error;
      }
    },
    async receive(bytes) {
      const temporary = path.join(incoming, `${Date.now()}-${randomBytes(6).toString('hex')}`);
      const discard = () => rm(temporary, { force: true });
      try {
        await pipeline(bytes, createWriteStream(temporary, { flags: 'wx', mode: 0o600, flush: true }));
      } catch (error) {
        await discard();
        throw toFolderError(error, folder);
      }
      return { keep: (name) => told(() => settleFile(temporary, fileOf(name))), discard };
    },
    list: (below = '') => listBelow(below),
    remove: (name) => told(() => rm(fileOf(name), { force: true })),
    claim: () =>
      told(async () => {
        await makeFolder(folder);
        const claim = lockFolder(folder);
        try {
          // what a killed backup left there
          await rm(incoming, { recursive: true, force: true });
          await mkdir(incoming, { mode: 0o700 });
          return claim;
        } catch (error) {
          await claim.release();
          throw error;
        }
      }),
  };
}

function lockFolder(folder: string): Claim {
  const descriptor = openSync(path.join(folder, 'lock'), constants.O_RDWR | constants.O_CREAT | constants.O_NOFOLLOW, 0o600);
  const state = tryLockFile(descriptor);
  if (state === 'held') {
    closeSync(descriptor);
    throw new BackupError(`Another backup to ${folder} is running. Wait until it has ended.`);
  }
  let isOpen = true;
  return {
    isLocked: state === 'taken',
    requireHeld() {
      if (!isOpen) throw new BackupError(`The claim to ${folder} was given back.`);
    },
    async release() {
      if (isOpen) closeSync(descriptor);
      isOpen = false;
    },
  };
}
