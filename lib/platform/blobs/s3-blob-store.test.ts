import { Readable } from 'node:stream';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { describeBlobStore } from './testing/blob-store-contract.ts';
import { type BreakableS3, startBreakableS3 } from './testing/breakable-s3.ts';

let s3: BreakableS3;
beforeAll(async () => {
  s3 = await startBreakableS3();
});
afterAll(() => s3.close());

describeBlobStore('S3', () => s3);

test('does not write an upload again whose bytes are kept already', async () => {
  const keep = async (text: string) => (await s3.store.receive(Readable.from([text]), { maxBytes: 100 })).keep((hash) => `files/${hash}`);
  const before = s3.written.length;
  const key = await keep('sent twice');
  expect(await keep('sent twice')).toBe(key);
  expect(s3.written.slice(before)).toEqual([key]);
});
