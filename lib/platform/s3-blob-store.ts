import { createReadStream } from 'node:fs';
import { rm, stat } from 'node:fs/promises';
import { request as httpRequest } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream } from 'node:stream/web';
import { AwsClient } from 'aws4fetch';
import { BlobNotFoundError, type BlobStore, checkBlobKey } from './blob-store.ts';
import type { S3Config } from './config.ts';
import { receiveFile, sweepReceived } from './receive-file.ts';

/**
 * A blob store in an S3 bucket (path-style addresses). Bytes land in a local file first, so that one PUT carries their real
 * SHA-256, which the server verifies, and their length, which is compared afterwards. Largest blob: 5 GiB (one PUT).
 * @param incoming a local folder for blobs under way
 */
export function createS3BlobStore(config: S3Config, incoming: string): BlobStore {
  const client = new AwsClient({
    accessKeyId: config.accessKey,
    secretAccessKey: config.secretKey,
    region: config.region,
    service: 's3',
    retries: 3,
  });
  const bucketUrl = `${config.endpoint}/${config.bucket}`;
  const urlOf = (key: string) => `${bucketUrl}/${checkBlobKey(key)}`;

  async function upload(file: { path: string; sha256: string; size: number }, key: string): Promise<void> {
    const signed = await client.sign(urlOf(key), {
      method: 'PUT',
      headers: { 'x-amz-content-sha256': file.sha256, 'content-length': String(file.size), 'content-type': 'application/octet-stream' },
    });
    await putFile(signed, file);
    const stored = await head(key);
    if (stored !== file.size) {
      await remove(key);
      throw new Error(`The bucket stored ${stored ?? 'no'} bytes instead of ${file.size}.`);
    }
  }

  async function head(key: string): Promise<number | null> {
    const response = await client.fetch(urlOf(key), { method: 'HEAD' });
    if (response.status === 404) return null;
    requireOk(response, 'HEAD');
    return Number(response.headers.get('content-length'));
  }

  async function get(key: string, range?: string): Promise<Readable> {
    const response = await client.fetch(urlOf(key), range ? { headers: { range } } : {});
    if (response.status === 404) throw new BlobNotFoundError('There is no such blob.');
    requireOk(response, 'GET');
    return response.body ? Readable.fromWeb(response.body as ReadableStream<Uint8Array>) : Readable.from([]);
  }

  async function remove(key: string): Promise<void> {
    const response = await client.fetch(urlOf(key), { method: 'DELETE' });
    await response.body?.cancel();
    if (response.status !== 404) requireOk(response, 'DELETE');
  }

  async function receive(source: Readable, options: Parameters<BlobStore['receive']>[1]) {
    const received = await receiveFile(source, incoming, options);
    return {
      ...received,
      keep: async (keyOf: (sha256: string) => string) => {
        const key = keyOf(received.sha256);
        await upload(received, key).finally(() => rm(received.path, { force: true }));
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
      });
      await received.keep(() => key);
      return { size: received.size };
    },
    get: (key) => get(key),
    getRange: (key, start, end) => get(key, `bytes=${start}-${end}`),
    async localPath(key) {
      const file = await receiveFile(await get(key), incoming, { maxBytes: Number.MAX_SAFE_INTEGER });
      return { path: file.path, release: () => rm(file.path, { force: true }) };
    },
    async has(key) {
      return (await head(key)) !== null;
    },
    async size(key) {
      const size = await head(key);
      if (size === null) throw new BlobNotFoundError('There is no such blob.');
      return size;
    },
    remove,
    list: (prefix) => listKeys(client, bucketUrl, checkBlobKey(prefix)),
    receive,
    sweep: () => sweepReceived(incoming),
  };
}

/** PUT by Node's own client: it streams from the file with back-pressure and a true content-length. */
async function putFile(signed: Request, file: { path: string; size: number }): Promise<void> {
  const url = new URL(signed.url);
  const send = url.protocol === 'https:' ? httpsRequest : httpRequest;
  const { size } = await stat(file.path);
  await new Promise<void>((resolve, reject) => {
    const request = send(url, { method: 'PUT', headers: { ...Object.fromEntries(signed.headers), 'content-length': size } }, (response) => {
      response.resume();
      response.once('error', reject);
      response.once('end', () => {
        const status = response.statusCode ?? 0;
        if (status >= 200 && status < 300) resolve();
        else reject(new Error(`The bucket answered PUT with status ${status}.`));
      });
    });
    request.once('error', reject);
    pipeline(createReadStream(file.path), request).catch(reject);
  });
}

async function* listKeys(client: AwsClient, bucketUrl: string, prefix: string): AsyncGenerator<string> {
  let token: string | undefined;
  do {
    const query = new URLSearchParams({ 'list-type': '2', prefix, ...(token ? { 'continuation-token': token } : {}) });
    const response = await client.fetch(`${bucketUrl}?${query}`);
    requireOk(response, 'LIST');
    const xml = await response.text();
    // keys have no character that XML escapes (checkBlobKey), so the elements can be read as they stand
    for (const [, key] of xml.matchAll(/<Key>([^<]+)<\/Key>/g)) {
      if (key === prefix || key?.startsWith(`${prefix}/`)) yield key;
    }
    token = /<NextContinuationToken>([^<]+)<\/NextContinuationToken>/.exec(xml)?.[1];
  } while (token);
}

function requireOk(response: Response, method: string): void {
  if (!response.ok) throw new Error(`The bucket answered ${method} with status ${response.status}.`);
}
