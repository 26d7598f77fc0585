import { stat } from 'node:fs/promises';
import type { AwsClient } from 'aws4fetch';
import type { S3Outages } from './s3-outages.ts';
import { type FileSlice, type PutAnswer, s3Put } from './s3-put.ts';
import { type PartRequests, s3UploadInParts } from './s3-upload-in-parts.ts';

/** A server that neither takes nor sends a byte for so long does not answer. */
export const SILENCE_MS = 60_000;
/** Size of the parts of what goes in parts, in bytes: small enough to tell often how far a slow upload is. */
export const PART_BYTES = 32 * 1024 ** 2;
/** How long a server may take to join the parts of a file. */
const JOIN_MS = 15 * 60_000;

/** A file that is to be uploaded, with its hash and length. */
export type LocalFile = { path: string; sha256: string; size: number };

/** The requests to a bucket that an upload is made of. */
export type UploadRequests = {
  client: AwsClient;
  urlOf: (key: string) => string;
  outages: S3Outages;
  /** Does it again while the bucket is away. */
  again: <T>(work: () => Promise<T>) => Promise<T>;
  /** An answer's text. @param limitMs for the answer to begin, and for all of it */
  askText: (url: string, init: RequestInit, limitMs: number) => Promise<string>;
  head: (key: string) => Promise<{ size: number } | null>;
  remove: (key: string) => Promise<void>;
  /** Larger files are sent in parts of this size (bytes). */
  partBytes: number;
};

/** How a bucket takes files; see `S3Bucket.upload`. */
export function createS3Upload({ client, urlOf, outages, again, askText, head, remove, partBytes }: UploadRequests) {
  async function put(url: string, { sha256, ...slice }: FileSlice & { sha256: string }): Promise<PutAnswer> {
    const signed = await client.sign(url, {
      method: 'PUT',
      headers: { 'x-amz-content-sha256': sha256, 'content-length': String(slice.size), 'content-type': 'application/octet-stream' },
    });
    return s3Put(signed, slice, outages, SILENCE_MS);
  }

  function partRequests(key: string): PartRequests {
    const withQuery = (query: URLSearchParams) => `${urlOf(key)}?${query}`;
    return {
      away: outages.away,
      begin: (query) => again(() => askText(withQuery(query), { method: 'POST' }, SILENCE_MS)),
      put: (query, slice) => again(() => put(withQuery(query), slice)),
      // not again: where only the answer was lost, the parts are joined
      join: (query, body) => askText(withQuery(query), { method: 'POST', body }, JOIN_MS),
      abort: async (query) => void (await askText(withQuery(query), { method: 'DELETE' }, SILENCE_MS)),
    };
  }

  return async (file: LocalFile, key: string, onPart?: (bytes: number) => void): Promise<void> => {
    if ((await stat(file.path)).size !== file.size) throw new Error('The file has changed since it was received.');
    if (file.size > partBytes) await s3UploadInParts(file, { requests: partRequests(key), partBytes, onPart });
    else {
      const { etag, md5 } = await again(() => put(urlOf(key), { path: file.path, start: 0, size: file.size, sha256: file.sha256 }));
      if (md5 !== null && etag?.toLowerCase() === md5) return;
    }
    const stored = await again(() => head(key));
    if (stored?.size === file.size) return;
    await again(() => remove(key));
    throw outages.away(`kept ${stored?.size ?? 'no'} bytes instead of ${file.size}.`);
  };
}
