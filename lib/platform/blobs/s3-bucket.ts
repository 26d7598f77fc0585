import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import { setTimeout as sleep } from 'node:timers/promises';
import { AwsClient } from 'aws4fetch';
import type { S3Config } from '../config.ts';
import { findOutage } from '../outage-error.ts';
import { BlobNotFoundError, checkBlobKey } from './blob-store.ts';
import { refuseLate } from './refuse-late.ts';
import { type S3Outages, s3Outages } from './s3-outages.ts';
import { readEtag } from './s3-put.ts';
import { createS3Upload, type LocalFile, PART_BYTES, SILENCE_MS } from './s3-upload.ts';

/** The requests to an S3 bucket (path-style addresses). What it answers besides "not there" is an `OutageError`. */
export type S3Bucket = {
  /**
   * One PUT with the file's real SHA-256, which the server verifies, or several of 32 MiB where the file is larger. Where the answer tells the
   * MD5 of these bytes, the server has them all; where it tells something else, as with encryption by a key of its own, the length is compared
   * afterwards.
   * @param onPart called with the bytes of each part that was sent, where there are several
   */
  upload: (file: LocalFile, key: string, onPart?: (bytes: number) => void) => Promise<void>;
  /** What is known of a blob without reading it, or null when there is none. */
  head: (key: string) => Promise<BlobHead | null>;
  /** Streams a blob, or a part of it. @param range as the `Range` header has it @throws BlobNotFoundError */
  get: (key: string, range?: string) => Promise<Readable>;
  /** @param by see `BlobStore.remove`: the request is signed so that the server refuses it from then on, whatever has held it up */
  remove: (key: string, by?: number) => Promise<void>;
  /** Keys of blobs below a prefix. */
  list: (prefix: string) => AsyncGenerator<string>;
  /** The same with when each was written, by the server's clock (milliseconds since 1970). @param prefix '' = all of the bucket */
  listTimes: (prefix: string) => AsyncGenerator<{ key: string; at: number }>;
};

export type BlobHead = {
  /** In bytes. */
  size: number;
  /** What the server tells the content apart by: of one PUT mostly its MD5. Null where it says none. */
  etag: string | null;
  /** Milliseconds since it was written, by the server's clock; null where it does not say. */
  ageMs: number | null;
};

export type S3BucketOptions = {
  /** What the bucket is, as the subject of what errors say. */
  what?: string;
  /** Waits (milliseconds) before a request is made again that was not answered; none = it is not. */
  againMs?: readonly number[];
  /** Size of the parts that larger files are uploaded in, in bytes; S3 wants 5 MiB at least. */
  partBytes?: number;
};

type SignedInit = RequestInit & Parameters<AwsClient['fetch']>[1];

/** Requests to a bucket of an S3-compatible server, signed with its access key. */
export function createS3Bucket(
  config: S3Config,
  { what = 'The file storage', againMs = [], partBytes = PART_BYTES }: S3BucketOptions = {},
): S3Bucket {
  const outages = s3Outages(what);
  const { toOutage, noBucket, away } = outages;
  const client = new AwsClient({
    accessKeyId: config.accessKey,
    secretAccessKey: config.secretKey,
    region: config.region,
    service: 's3',
    retries: 3,
  });
  const bucketUrl = `${config.endpoint}/${config.bucket}`;
  const urlOf = (key: string) => `${bucketUrl}/${checkBlobKey(key)}`;

  /** Asks the bucket; the answer is one that was meant, or 404. */
  async function ask(url: string, init: SignedInit = {}, silenceMs = SILENCE_MS): Promise<Response> {
    const silence = new AbortController();
    const timer = setTimeout(() => silence.abort(new Error('The bucket was silent.')), silenceMs);
    const response = await client
      .fetch(url, { ...init, signal: init.signal ? AbortSignal.any([silence.signal, init.signal]) : silence.signal })
      .catch((cause) => {
        throw away('does not answer.', cause);
      })
      .finally(() => clearTimeout(timer));
    if (!response.ok && response.status !== 404) {
      await response.body?.cancel();
      throw toOutage(response.status);
    }
    return response;
  }

  async function head(key: string): Promise<BlobHead | null> {
    const response = await ask(urlOf(key), { method: 'HEAD' });
    if (response.status === 404) return null;
    const length = response.headers.get('content-length');
    // what is there must not pass for a file of another size
    if (length === null) throw away('does not say how large a file is.');
    const { headers } = response;
    const ageMs = Date.parse(headers.get('date') ?? '') - Date.parse(headers.get('last-modified') ?? '');
    return { size: Number(length), etag: readEtag(headers.get('etag'))?.toLowerCase() ?? null, ageMs: Number.isNaN(ageMs) ? null : ageMs };
  }

  async function get(key: string, range?: string): Promise<Readable> {
    const response = await ask(urlOf(key), range ? { headers: { range } } : {});
    if (response.status === 404) {
      if (/<Code>NoSuchBucket</.test(await response.text().catch(() => ''))) throw noBucket();
      throw new BlobNotFoundError('There is no such blob.');
    }
    return response.body ? typed(Readable.fromWeb(response.body as ReadableStream), away) : Readable.from([]);
  }

  async function remove(key: string, by?: number): Promise<void> {
    const limit = by === undefined ? { query: '', init: {} } : signUntil(by);
    const response = await ask(`${urlOf(key)}${limit.query}`, { method: 'DELETE', ...limit.init });
    await response.body?.cancel();
  }

  /** An answer's text, whole: a page of a listing, or what is said of an upload in parts. */
  async function askText(
    url: string,
    init: RequestInit = { signal: AbortSignal.timeout(2 * SILENCE_MS) },
    silenceMs = SILENCE_MS,
  ): Promise<string> {
    const response = await ask(url, init, silenceMs);
    if (response.status === 404) throw noBucket();
    return response.text().catch((cause) => {
      throw away('broke off.', cause);
    });
  }

  const again = <T>(work: () => Promise<T>): Promise<T> => whileAway(work, againMs);
  const listTimes: S3Bucket['listTimes'] = (prefix) =>
    listEntries((query) => again(() => askText(`${bucketUrl}?${query}`)), prefix === '' ? '' : checkBlobKey(prefix));

  async function* list(prefix: string): AsyncGenerator<string> {
    for await (const { key } of listTimes(prefix)) yield key;
  }

  return {
    upload: createS3Upload({ client, urlOf, partBytes, ...{ outages, again, askText, head, remove } }),
    head: (key) => again(() => head(key)),
    get: (key, range) => again(() => get(key, range)),
    remove: (key, by) => again(() => remove(key, by)),
    list: (prefix) => list(checkBlobKey(prefix)),
    listTimes,
  };
}

/** How a request is signed that is good only until a moment (milliseconds since 1970). @throws OutageError when there is less than a second left */
function signUntil(by: number): { query: string; init: { signal: AbortSignal; aws: { signQuery: true; datetime: string } } } {
  const from = Math.floor(Date.now() / 1000) * 1000;
  refuseLate(by - 1000);
  const seconds = Math.floor((by - from) / 1000);
  const datetime = new Date(from).toISOString().replace(/[:-]|\.\d{3}/g, '');
  return { query: `?X-Amz-Expires=${seconds}`, init: { signal: AbortSignal.timeout(seconds * 1000), aws: { signQuery: true, datetime } } };
}

/** Does it again while the bucket is away. */
async function whileAway<T>(work: () => Promise<T>, waits: readonly number[]): Promise<T> {
  for (const wait of waits) {
    try {
      return await work();
    } catch (error) {
      if (findOutage(error)?.kind !== 'away') throw error;
      await sleep(wait);
    }
  }
  return work();
}

/** A connection that breaks while a blob comes is the storage's fault. */
function typed(stream: Readable, away: S3Outages['away']): Readable {
  // it may break off before it is read; whoever reads it then is told
  stream.on('error', () => undefined);
  const chunks = async function* () {
    try {
      yield* stream;
    } catch (cause) {
      throw away('broke off.', cause);
    }
  };
  // a generator that never began does not end what it would have read
  return Readable.from(chunks(), { objectMode: false }).once('close', () => stream.destroy());
}

async function* listEntries(ask: (query: URLSearchParams) => Promise<string>, prefix: string): AsyncGenerator<{ key: string; at: number }> {
  let token: string | undefined;
  do {
    const xml = await ask(new URLSearchParams({ 'list-type': '2', prefix, ...(token ? { 'continuation-token': token } : {}) }));
    // keys have no character that XML escapes (checkBlobKey), so the elements can be read as they stand
    for (const [, entry = ''] of xml.matchAll(/<Contents>(.*?)<\/Contents>/gs)) {
      const key = /<Key>([^<]+)<\/Key>/.exec(entry)?.[1];
      // consoles keep a key with "/" at its end for a folder
      if (key === undefined || key.endsWith('/')) continue;
      const isBelow = prefix === '' || key === prefix || key.startsWith(`${prefix}/`);
      if (isBelow) yield { key, at: Date.parse(/<LastModified>([^<]+)<\/LastModified>/.exec(entry)?.[1] ?? '') };
    }
    token = /<NextContinuationToken>([^<]+)<\/NextContinuationToken>/.exec(xml)?.[1];
  } while (token);
}
