import { createHash } from 'node:crypto';
import type { FileSlice, PutAnswer } from './s3-put.ts';
import { readSlice } from './s3-put.ts';

/** Parts of an upload at most, as S3 has it. */
const MOST_PARTS = 10_000;

/** What an upload in parts asks of a bucket, all at one key. @throws OutageError each of them */
export type PartRequests = {
  /** @returns the answer's text */
  begin: (query: URLSearchParams) => Promise<string>;
  put: (query: URLSearchParams, slice: FileSlice & { sha256: string }) => Promise<PutAnswer>;
  /** @param body the list of the parts @returns the answer's text */
  join: (query: URLSearchParams, body: string) => Promise<string>;
  /** Gives the upload up. */
  abort: (query: URLSearchParams) => Promise<void>;
  /** The error of an answer that makes no sense. */
  away: (says: string) => Error;
};

/**
 * Uploads a file in parts (S3's multipart upload), one after the other; the server verifies the SHA-256 of each. The blob is there as a whole
 * once this returns, and not before. One that fails is given up, so that the bucket keeps no parts of it.
 * @param partBytes size of a part, larger where more than 10,000 would be needed; S3 wants 5 MiB at least
 * @param onPart called after each part with its bytes
 * @throws OutageError
 */
export async function s3UploadInParts(
  file: { path: string; size: number },
  { requests, partBytes, onPart }: { requests: PartRequests; partBytes: number; onPart?: ((bytes: number) => void) | undefined },
): Promise<void> {
  const begun = await requests.begin(new URLSearchParams({ uploads: '' }));
  const uploadId = unescapeXml(/<UploadId>([^<]+)<\/UploadId>/.exec(begun)?.[1] ?? '');
  if (uploadId === '') throw requests.away('began no upload in parts.');
  try {
    const size = Math.max(partBytes, Math.ceil(file.size / MOST_PARTS));
    const etags: string[] = [];
    for (let start = 0; start < file.size; start += size) {
      const slice = { path: file.path, start, size: Math.min(size, file.size - start) };
      const query = new URLSearchParams({ partNumber: String(etags.length + 1), uploadId });
      const { etag } = await requests.put(query, { ...slice, sha256: await hashSlice(slice) });
      if (etag === null) throw requests.away('said nothing of a part that it was sent.');
      etags.push(etag);
      onPart?.(slice.size);
    }
    const ended = await requests.join(new URLSearchParams({ uploadId }), listParts(etags));
    // an error may come with status 200, because the answer begins before the parts are joined
    if (/<Error[\s>]/.test(ended)) throw requests.away('did not join the parts of a file.');
  } catch (error) {
    // what matters is the error at hand
    await requests.abort(new URLSearchParams({ uploadId })).catch(() => undefined);
    throw error;
  }
}

async function hashSlice(slice: FileSlice): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of readSlice(slice)) hash.update(chunk);
  return hash.digest('hex');
}

function listParts(etags: readonly string[]): string {
  const parts = etags.map((etag, at) => `<Part><PartNumber>${at + 1}</PartNumber><ETag>"${escapeXml(etag)}"</ETag></Part>`);
  return `<CompleteMultipartUpload xmlns="http://s3.amazonaws.com/doc/2006-03-01/">${parts.join('')}</CompleteMultipartUpload>`;
}

const ENTITIES: readonly (readonly [string, string])[] = [
  ['&', '&amp;'],
  ['<', '&lt;'],
  ['>', '&gt;'],
  ['"', '&quot;'],
];

const escapeXml = (text: string) => ENTITIES.reduce((escaped, [plain, entity]) => escaped.replaceAll(plain, entity), text);
const unescapeXml = (text: string) => ENTITIES.reduceRight((plain, [sign, entity]) => plain.replaceAll(entity, sign), text);
