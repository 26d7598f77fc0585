const SCHEME = 's3://';
const BUCKET = /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/;
/** What a key of the file storage may begin with, see `checkBlobKey`. */
const PREFIX = /^([A-Za-z0-9_-][A-Za-z0-9._-]{0,99}(\/(?=.)|$)){0,5}$/;

const MEANT =
  'must be a folder, s3://BUCKET or s3://BUCKET/PREFIX; a prefix has up to five parts of letters, digits, “.”, “_” and “-”, none of which begins with “.”';

/** A part of a bucket. `prefix`: '' = all of it. */
export type S3Address = { bucket: string; prefix: string };

/** `s3://BUCKET` or `s3://BUCKET/PREFIX`; null for a folder. @throws RangeError when it makes no sense, or is an address of another kind */
export function parseS3Address(text: string): S3Address | null {
  if (!text.startsWith(SCHEME)) {
    if (/^[a-z][a-z0-9+.-]+:\//i.test(text)) throw new RangeError(MEANT);
    return null;
  }
  const [bucket = '', ...rest] = text.slice(SCHEME.length).replace(/\/+$/, '').split('/');
  const prefix = rest.join('/');
  if (BUCKET.test(bucket) && PREFIX.test(prefix)) return { bucket, prefix };
  throw new RangeError(MEANT);
}
