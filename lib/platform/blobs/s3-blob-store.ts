import { createHash } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { S3Config } from '../config.ts';
import { BlobNotFoundError, type BlobStore, checkBlobKey, type StoreSpaces } from './blob-store.ts';
import { receiveFile, sweepReceived } from './receive-file.ts';
import { createS3Bucket } from './s3-bucket.ts';

const PROBE = Buffer.from('Countersign asks whether files can be kept here.\n');
const PROBE_KEY = 'probe/probe';

/**
 * A blob store in an S3 bucket. Bytes land in a local file first, because their hash and length must be known before they
 * are sent. An upload whose bytes the bucket has already is not written again: a PUT that breaks off could harm what others rely on.
 * Largest blob: 5 GiB (one PUT).
 * @param incoming a local folder for blobs under way
 */
export function createS3BlobStore(config: S3Config, incoming: string, spaces: StoreSpaces = {}): BlobStore {
  const forUploads = spaces.uploads ? { space: spaces.uploads } : {};
  const work = spaces.work ? { space: spaces.work } : {};
  const bucket = createS3Bucket(config);

  /** Whether the blob has these bytes, all of them: they are read. */
  async function isKept(key: string, { sha256, size }: { sha256: string; size: number }): Promise<boolean> {
    if ((await bucket.head(key)) !== size) return false;
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
      const size = await bucket.head(key);
      if (size === null) throw new BlobNotFoundError('There is no such blob.');
      return size;
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
