import { createHash, type Hash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { request as httpRequest } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { pipeline } from 'node:stream/promises';
import type { S3Outages } from './s3-outages.ts';

/** Bytes of a local file: `size` of them from `start` on. */
export type FileSlice = { path: string; start: number; size: number };

/** The answer's ETag, without its quotation marks, and the MD5 of what was sent; null where there is none. */
export type PutAnswer = { etag: string | null; md5: string | null };

/**
 * PUT by Node's own client: it streams from the file with back-pressure and a true content-length.
 * @param signed a signed request; only its address and headers count
 * @param silenceMs how long the server may neither take nor send a byte
 */
export async function s3Put(
  signed: Request,
  { path, start, size }: FileSlice,
  { toOutage, noBucket, away }: S3Outages,
  silenceMs: number,
): Promise<PutAnswer> {
  const url = new URL(signed.url);
  const send = url.protocol === 'https:' ? httpsRequest : httpRequest;
  const md5 = createMd5();
  return new Promise<PutAnswer>((resolve, reject) => {
    const request = send(url, { method: 'PUT', headers: { ...Object.fromEntries(signed.headers), 'content-length': size } }, (response) => {
      response.resume();
      response.once('error', reject);
      response.once('end', () => {
        const status = response.statusCode ?? 0;
        if (status >= 200 && status < 300) resolve({ etag: readEtag(response.headers.etag), md5: md5?.digest('hex') ?? null });
        else reject(status === 404 ? noBucket() : toOutage(status));
      });
    });
    const broke = (cause: unknown) => reject(away('does not answer.', cause));
    request.setTimeout(silenceMs, () => request.destroy(new Error('The bucket was silent.')));
    request.once('error', broke);
    const hashed = async function* (chunks: AsyncIterable<Buffer>) {
      for await (const chunk of chunks) {
        md5?.update(chunk);
        yield chunk;
      }
    };
    pipeline(readSlice({ path, start, size }), hashed, request).catch(broke);
  });
}

/** The bytes of a slice. */
export function readSlice({ path, start, size }: FileSlice): AsyncIterable<Buffer> {
  // an end before the start would be an error
  return size === 0 ? noBytes() : createReadStream(path, { start, end: start + size - 1 });
}

async function* noBytes(): AsyncGenerator<Buffer> {}

/** Without the quotation marks; null where there is none. */
export function readEtag(header: string | null | undefined): string | null {
  return /^"?([^"]+)"?$/.exec(header ?? '')?.[1] ?? null;
}

/** Null where the machine allows no MD5. */
export function createMd5(): Hash | null {
  try {
    return createHash('md5');
  } catch {
    return null;
  }
}
