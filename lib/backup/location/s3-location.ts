import { createHash, randomBytes } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { S3Account } from '#lib/platform/backup-settings.ts';
import { BlobNotFoundError } from '#lib/platform/blobs/blob-store.ts';
import { createS3Bucket } from '#lib/platform/blobs/s3-bucket.ts';
import { type LocalFile, PART_BYTES } from '#lib/platform/blobs/s3-upload.ts';
import { now } from '#lib/platform/clock.ts';
import type { S3Address } from '#lib/platform/s3-address.ts';
import { toFolderError } from '../backup-error.ts';
import { startProgress, type Tell } from '../progress.ts';
import type { BackupLocation } from './location.ts';
import { claimLease, type LeaseTimes } from './s3-lease.ts';
import { writeWhole } from './whole-files.ts';

/** Waits before a request is made again that the bucket did not answer. */
const AGAIN_MS = [1_000, 5_000, 15_000];
const STALE_MS = 24 * 60 * 60_000;
const PROBE = Buffer.from('A backup is under way.\n');

type Options = {
  account: S3Account;
  address: S3Address;
  workDir: string;
  /** Told how far a file of several parts is. */
  tell?: Tell | undefined;
  lease?: LeaseTimes;
  againMs?: readonly number[];
  partBytes?: number;
};

/**
 * Backups in a bucket of an S3-compatible server, or in a part of one. Bytes land in a local file first, because their hash and length
 * must be known before they are sent. A request that is not answered is made again three times.
 * @param options.workDir a local folder for bytes under way
 */
export function s3Location({
  account,
  address: { bucket: bucketName, prefix },
  workDir,
  tell,
  lease,
  againMs = AGAIN_MS,
  partBytes = PART_BYTES,
}: Options): BackupLocation {
  const name = `s3://${bucketName}${prefix === '' ? '' : `/${prefix}`}`;
  const bucket = createS3Bucket({ kind: 's3', bucket: bucketName, ...account }, { what: `The S3 server of ${name}`, againMs, partBytes });
  const keyOf = (inner: string) => (prefix === '' ? inner : `${prefix}/${inner}`);
  let incoming: string | null = null;

  async function* listTimes(below: string): AsyncGenerator<{ key: string; at: number }> {
    for await (const { key, at } of bucket.listTimes(below === '' ? prefix : keyOf(below))) {
      const inner = prefix === '' ? key : key.slice(prefix.length + 1);
      if (inner !== '') yield { key: inner, at };
    }
  }

  async function send(file: LocalFile, key: string): Promise<void> {
    const progress = tell && file.size > partBytes ? startProgress(tell, 'parts of a file sent', Math.ceil(file.size / partBytes)) : null;
    await bucket.upload(file, key, (bytes) => progress?.add(1, bytes));
    progress?.end();
  }

  async function clear(): Promise<void> {
    if (incoming !== null) await rm(incoming, { recursive: true, force: true }).catch(() => undefined);
    incoming = null;
  }

  const location: BackupLocation = {
    name,
    has: async (inner) => (await bucket.head(keyOf(inner))) !== null,
    async read(inner) {
      try {
        return await bucket.get(keyOf(inner));
      } catch (error) {
        if (error instanceof BlobNotFoundError) return null;
        throw error;
      }
    },
    async receive(bytes) {
      try {
        incoming ??= await makeWorkFolder(workDir);
        const file = await keepLocally(bytes, incoming);
        return { keep: (inner) => send(file, keyOf(inner)), discard: () => rm(file.path, { force: true }) };
      } catch (error) {
        throw toFolderError(error, workDir);
      }
    },
    async *list(below = '') {
      for await (const { key } of listTimes(below)) yield key;
    },
    remove: (inner) => bucket.remove(keyOf(inner)),
    async claim() {
      const write = (key: string) => writeWhole(location, key, PROBE);
      try {
        const claim = await claimLease({ write, list: listTimes, remove: location.remove }, 'lock', name, lease);
        return { ...claim, release: () => claim.release().finally(clear) };
      } catch (error) {
        await clear();
        throw error;
      }
    },
  };
  return location;
}

/** A folder of its own for this process. What others left there long ago is removed. */
async function makeWorkFolder(workDir: string): Promise<string> {
  await mkdir(workDir, { recursive: true, mode: 0o700 });
  for (const name of await readdir(workDir)) {
    const folder = path.join(workDir, name);
    const changed = (await stat(folder).catch(() => null))?.mtimeMs;
    if (changed !== undefined && now().getTime() - changed > STALE_MS) await rm(folder, { recursive: true, force: true });
  }
  return mkdtemp(path.join(workDir, 'backup-'));
}

/** Streams bytes into a file and hashes them. What breaks off leaves nothing. */
async function keepLocally(bytes: AsyncIterable<Uint8Array>, folder: string): Promise<LocalFile> {
  const file = path.join(folder, randomBytes(8).toString('hex'));
  const hash = createHash('sha256');
  let size = 0;
  const measured = async function* () {
    for await (const chunk of bytes) {
      hash.update(chunk);
      size += chunk.length;
      yield chunk;
    }
  };
  try {
    await pipeline(measured(), createWriteStream(file, { flags: 'wx', mode: 0o600 }));
    return { path: file, sha256: hash.digest('hex'), size };
  } catch (error) {
    await rm(file, { force: true });
    throw error;
  }
}
