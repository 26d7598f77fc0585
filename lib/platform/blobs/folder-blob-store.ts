import { randomBytes } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, readdir, rename, rm, rmdir, stat, utimes } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { BlobNotFoundError, type BlobStore, checkBlobKey, type StoreSpaces } from './blob-store.ts';
import { flushFolder, makeFolder } from './make-folder.ts';
import { asStorageProblem, receiveFile, sweepReceived } from './receive-file.ts';
import { refuseLate } from './refuse-late.ts';

const INCOMING = '.incoming';
const PROBE = Buffer.from('Countersign asks whether files can be kept here.\n');

/**
 * A blob store in a folder. A blob is written to a temporary file of the same file system, flushed, renamed to its key,
 * and the folder entry is flushed too: after `put` or `keep` it survives a crash, before that nobody sees it.
 */
export function createFolderBlobStore(folder: string, spaces: StoreSpaces = {}): BlobStore {
  const upload = spaces.uploads ? { space: spaces.uploads } : {};
  const work = spaces.work ? { space: spaces.work } : {};
  const incoming = path.join(/* turbopackIgnore: true */ folder, INCOMING);
  const fileOf = (key: string) => path.join(/* turbopackIgnore: true */ folder, ...checkBlobKey(key).split('/'));

  async function settle(temporary: string, key: string): Promise<void> {
    const file = fileOf(key);
    try {
      await makeFolder(path.dirname(file));
      await rename(temporary, file);
      await flushFolder(path.dirname(file));
    } catch (error) {
      await rm(temporary, { force: true });
      throw asStorageProblem(error);
    }
  }

  return {
    async put(key, source) {
      checkBlobKey(key);
      const stream = source instanceof Uint8Array ? Readable.from([source]) : source;
      const received = await receiveFile(stream, incoming, { maxBytes: Number.MAX_SAFE_INTEGER, ...work });
      await settle(received.path, key);
      return { size: received.size };
    },
    async get(key) {
      return openFile(fileOf(key));
    },
    async getRange(key, start, end) {
      return openFile(fileOf(key), { start, end });
    },
    async localPath(key) {
      await sizeOf(fileOf(key));
      return { path: fileOf(key), release: async () => undefined };
    },
    async has(key) {
      const size = await sizeOf(fileOf(key)).catch((error) => {
        if (error instanceof BlobNotFoundError) return null;
        throw error;
      });
      return size !== null;
    },
    async size(key) {
      return sizeOf(fileOf(key));
    },
    async remove(key, by) {
      const file = fileOf(key);
      await (by === undefined ? rm(file, { force: true }) : removeBy(file, incoming, by)).catch((error) => {
        throw asStorageProblem(error);
      });
      await removeEmptyFolders(path.dirname(file), folder);
    },
    async *list(prefix) {
      yield* walk(folder, checkBlobKey(prefix));
    },
    async receive(source, options) {
      const received = await receiveFile(source, incoming, { ...options, ...upload });
      return {
        ...received,
        keep: async (keyOf) => {
          const key = keyOf(received.sha256);
          await settle(received.path, key);
          return key;
        },
        discard: () => rm(received.path, { force: true }),
      };
    },
    sweep: () => sweepReceived(incoming),
    async probe() {
      const received = await receiveFile(Readable.from([PROBE]), incoming, { maxBytes: PROBE.length, ...upload });
      await rm(received.path, { force: true });
    },
  };
}

async function openFile(file: string, range: { start?: number; end?: number } = {}): Promise<Readable> {
  await sizeOf(file);
  const stream = createReadStream(file, range);
  // open now: a blob removed in the next moment is still read to its end
  await new Promise<void>((resolve, reject) => {
    stream.once('open', () => resolve());
    stream.once('error', (error) => reject(notFoundOr(error)));
  });
  return stream;
}

async function sizeOf(file: string): Promise<number> {
  const found = await stat(file).catch((error) => {
    throw notFoundOr(error);
  });
  if (!found.isFile()) throw new BlobNotFoundError('There is no such blob.');
  return found.size;
}

function notFoundOr(error: unknown): unknown {
  const { code } = error as NodeJS.ErrnoException;
  return code === 'ENOENT' || code === 'ENOTDIR' ? new BlobNotFoundError('There is no such blob.') : asStorageProblem(error);
}

/** Takes the file away, looks at the time, and brings it back where that was too late: no time can pass between a look before and the removal. */
async function removeBy(file: string, incoming: string, by: number): Promise<void> {
  refuseLate(by);
  const aside = path.join(incoming, `${Date.now()}-${randomBytes(8).toString('hex')}`);
  try {
    await mkdir(incoming, { recursive: true, mode: 0o700 });
    // a sweep removes what is old there
    await utimes(file, new Date(), new Date());
    await rename(file, aside);
  } catch (error) {
    if (notFoundOr(error) instanceof BlobNotFoundError) return;
    throw error;
  }
  if (Date.now() >= by) {
    // over one that came meanwhile, which has the same bytes
    await makeFolder(path.dirname(file));
    await rename(aside, file);
    await flushFolder(path.dirname(file));
  }
  refuseLate(by);
  await rm(aside, { force: true });
}

async function removeEmptyFolders(folder: string, top: string): Promise<void> {
  for (let at = folder; at.length > top.length; at = path.dirname(at)) {
    const removed = await rmdir(at).then(
      () => true,
      () => false,
    );
    if (!removed) return;
  }
}

/** What is gone in the meantime is left out. Any other error is thrown: a part of a list must not pass for all of it. */
async function* walk(top: string, key: string): AsyncGenerator<string> {
  const place = path.join(top, key);
  const found = await unlessGone(stat(place));
  if (found?.isFile()) yield key;
  if (!found?.isDirectory()) return;
  for (const name of (await unlessGone(readdir(place))) ?? []) yield* walk(top, `${key}/${name}`);
}

async function unlessGone<T>(answer: Promise<T>): Promise<T | null> {
  try {
    return await answer;
  } catch (error) {
    const cause = notFoundOr(error);
    if (cause instanceof BlobNotFoundError) return null;
    throw cause;
  }
}
