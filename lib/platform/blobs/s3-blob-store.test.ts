import { createServer, request as httpRequest } from 'node:http';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { listen } from '../testing/listen.ts';
import type { BlobStore } from './blob-store.ts';
import { createS3BlobStore } from './s3-blob-store.ts';
import { describeBlobStore } from './testing/blob-store-contract.ts';
import { type BreakableS3, startBreakableS3 } from './testing/breakable-s3.ts';
import { holdRemovals } from './testing/hold-removals.ts';

let s3: BreakableS3;
beforeAll(async () => {
  s3 = await startBreakableS3();
});
afterAll(() => s3.close());

describeBlobStore('S3', () => s3);

const keep = async (store: BlobStore, text: string) =>
  (await store.receive(Readable.from([text]), { maxBytes: 100 })).keep((hash) => `files/${hash}`);

test('does not write an upload again whose bytes are kept already', async () => {
  const before = s3.written.length;
  const key = await keep(s3.store, 'sent twice');
  expect(await keep(s3.store, 'sent twice')).toBe(key);
  expect(s3.written.slice(before)).toEqual([key]);
});

test('asks no more than it must: once before it writes, and once where another has just written the same', async () => {
  const before = s3.requests.length;
  await keep(s3.store, 'asked little');
  await keep(s3.store, 'asked little');
  expect(s3.requests.slice(before).map(({ method }) => method)).toEqual(['HEAD', 'PUT', 'HEAD']);
});

test('reads what was written a while ago, and looks at the length where an answer does not tell the MD5', async () => {
  const strange = await startStrangeS3(s3.endpoint);
  const keys = { accessKey: 'S3RVER', secretKey: 'S3RVER' };
  const store = createS3BlobStore({ kind: 's3', endpoint: strange.url, bucket: 'blobs', region: 'us-east-1', ...keys }, s3.incoming);
  const before = s3.requests.length;
  await keep(store, 'another tag');
  expect(s3.requests.slice(before).map(({ method }) => method)).toEqual(['HEAD', 'PUT', 'HEAD']);
  await keep(store, 'another tag');
  expect(s3.requests.slice(before + 3).map(({ method }) => method)).toEqual(['HEAD', 'GET']);
  strange.change({ 'last-modified': new Date(Date.now() - 3_600_000).toUTCString() });
  await keep(store, 'another tag');
  expect(s3.requests.slice(before + 5).map(({ method }) => method)).toEqual(['HEAD', 'GET']);
  await strange.close();
});

test('a removal that is held up on its way past its moment is refused by the server', async () => {
  const hold = await holdRemovals(s3.endpoint, 'files');
  const keys = { accessKey: 'S3RVER', secretKey: 'S3RVER' };
  const store = createS3BlobStore({ kind: 's3', endpoint: hold.url, bucket: 'blobs', region: 'us-east-1', ...keys }, s3.incoming);
  const key = await keep(store, 'removed too late');
  const removing = store.remove(key, Date.now() + 2_000);
  removing.catch(() => undefined);
  await expect.poll(() => hold.held.length).toBe(1);
  await expect(removing).rejects.toMatchObject({ name: 'OutageError', kind: 'away' });
  await new Promise((resolve) => setTimeout(resolve, 1_100));
  hold.release();
  await new Promise((resolve) => setTimeout(resolve, 200));
  expect(await store.has(key)).toBe(true);
  await expect(store.remove(key, Date.now())).rejects.toMatchObject({ name: 'OutageError' });
  await store.remove(key, Date.now() + 60_000);
  expect(await store.has(key)).toBe(false);
  await hold.close();
});

/** A way to an S3 server that changes headers of its answers; at first the ETag is no MD5. */
async function startStrangeS3(target: string) {
  let changed: Record<string, string> = { etag: '"0123456789abcdef0123456789abcdef-1"' };
  const server = createServer((request, response) => {
    const { method, headers, url } = request;
    const onward = httpRequest(target + url, { method, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 500, { ...answer.headers, ...changed });
      answer.pipe(response);
    });
    request.pipe(onward);
  });
  const { url, close } = await listen(server);
  return {
    url,
    change: (headers: Record<string, string>) => {
      changed = headers;
    },
    close,
  };
}
