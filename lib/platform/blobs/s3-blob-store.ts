import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { S3Config } from '../config.ts';
import { BlobNotFoundError, type BlobStore, checkBlobKey, type StoreSpaces } from './blob-store.ts';
import { receiveFile, sweepReceived } from './receive-file.ts';
import { createS3Bucket } from './s3-bucket.ts';
import { createMd5 } from './s3-put.ts';

const PROBE = Buffer.from('Countersign asks whether files can be kept here.\n');
const PROBE_KEY = 'probe/probe';
/** So long after it was written a blob need not be read to know that it is whole: the service keeps what the desk has just kept. */
const FRESH_MS = 10 * 60_000;

/**
 * A blob store in an S3 bucket. Bytes land in a local file first, because their hash and length must be known before they
 * are sent. An upload whose bytes the bucket has already is not written again: a PUT that breaks off could harm what others rely on.
 * @param incoming a local folder for blobs under way
 */
export function createS3BlobStore(config: S3Config, incoming: string, spaces: StoreSpaces = {}): BlobStore {
  const forUploads = spaces.uploads ? { space: spaces.uploads } : {};
  const work = spaces.work ? { space: spaces.work } : {};
  const bucket = createS3Bucket(config);

  /**
   * Whether the blob has these bytes, all of them. They are read, unless they were written a short while ago and the server tells that they
   * are these: then nothing can have happened to them yet.
   */
  async function isKept(key: string, { path, sha256, size }: { path: string; sha256: string; size: number }): Promise<boolean> {
    const kept = await bucket.head(key);
    if (kept?.size !== size) return false;
    const isFresh = kept.ageMs !== null && kept.ageMs >= 0 && kept.ageMs < FRESH_MS;
    if (isFresh && kept.etag !== null && kept.etag === (await md5Of(path))) return true;
    const hash = createHash('sha256');
    for await (const chunk of await bucket.get(key)) hash.update(chunk);
    return hash.digest('hex') === sha256;
  }

  async function upload(source: Readable, key: string, options: Parameters<typeof receiveFile>[2]): Promise<number> {
    const file = await receiveFile(source, incoming, options);
    await bucket.upload(file, key).finally(() => rm(file.path, { force: true }));
    return file.size;
  }

  return {
    async put(key, source) {
      checkBlobKey(key);
      const bytes = source instanceof Uint8Array ? Readable.from([source]) : source;
      return { size: await upload(bytes, key, { maxBytes: Number.MAX_SAFE_INTEGER, ...work }) };
    },
    get: (key) => bucket.get(key),
    getRange: (key, start, end) => bucket.get(key, `bytes=${start}-${end}`),
    async localPath(key) {
      const file = await receiveFile(await bucket.get(key), incoming, { maxBytes: Number.MAX_SAFE_INTEGER, ...work });
      return { path: file.path, release: () => rm(file.path, { force: true }) };
    },
    async has(key) {
      return (await bucket.head(key)) !== null;
    },
    async size(key) {
      const head = await bucket.head(key);
      if (head === null) throw new BlobNotFoundError('There is no such blob.');
      return head.size;
    },
    remove: bucket.remove,
    list: bucket.list,
    async receive(source, options) {
      const received = await receiveFile(source, incoming, { ...options, ...forUploads });
      const discard = () => rm(received.path, { force: true });
      return {
        ...received,
        async keep(keyOf) {
          const key = keyOf(received.sha256);
          try {
            if (!(await isKept(key, received))) await bucket.upload(received, key);
          } finally {
            await discard();
          }
          return key;
        },
        discard,
      };
    },
    sweep: () => sweepReceived(incoming),
    async probe() {
      await upload(Readable.from([PROBE]), PROBE_KEY, { maxBytes: PROBE.length, ...forUploads });
      await buffer(await bucket.get(PROBE_KEY));
    },
  };
}

async function md5Of(path: string): Promise<string | null> {
  const md5 = createMd5();
  if (md5) for await (const chunk of createReadStream(path)) md5.update(chunk);
  return md5?.digest('hex') ?? null;
}
