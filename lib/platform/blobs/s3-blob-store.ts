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
 * are sent. Largest blob: 5 GiB (one PUT).
 * @param incoming a local folder for blobs under way
 */
export function createS3BlobStore(config: S3Config, incoming: string, spaces: StoreSpaces = {}): BlobStore {
  const forUploads = spaces.uploads ? { space: spaces.uploads } : {};
  const work = spaces.work ? { space: spaces.work } : {};
  const bucket = createS3Bucket(config);

  async function receive(source: Readable, options: Parameters<typeof receiveFile>[2]) {
    const received = await receiveFile(source, incoming, options);
    return {
      ...received,
      keep: async (keyOf: (sha256: string) => string) => {
        const key = keyOf(received.sha256);
        await bucket.upload(received, key).finally(() => rm(received.path, { force: true }));
        return key;
      },
      discard: () => rm(received.path, { force: true }),
    };
  }

  return {
    async put(key, source) {
      checkBlobKey(key);
      const received = await receive(source instanceof Uint8Array ? Readable.from([source]) : source, {
        maxBytes: Number.MAX_SAFE_INTEGER,
        ...work,
      });
      await received.keep(() => key);
      return { size: received.size };
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
    receive: (source, options) => receive(source, { ...options, ...forUploads }),
    sweep: () => sweepReceived(incoming),
    async probe() {
      await (await receive(Readable.from([PROBE]), { maxBytes: PROBE.length, ...forUploads })).keep(() => PROBE_KEY);
      await buffer(await bucket.get(PROBE_KEY));
    },
  };
}
