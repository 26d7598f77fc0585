import { createHash, randomBytes } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { createServer, request as httpRequest, type IncomingMessage, type ServerResponse } from 'node:http';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { listen } from '../testing/listen.ts';
import { createS3Bucket } from './s3-bucket.ts';
import type { LocalFile } from './s3-upload.ts';
import { type BreakableS3, startBreakableS3 } from './testing/breakable-s3.ts';

const PART = 5 * 1024 ** 2;
let s3: BreakableS3;
beforeAll(async () => {
  s3 = await startBreakableS3();
});
afterEach(() => s3.mend());
afterAll(() => s3.close());

function openBucket(endpoint: string, againMs: readonly number[] = []) {
  const config = { kind: 's3' as const, endpoint, bucket: 'blobs', region: 'us-east-1', accessKey: 'S3RVER', secretKey: 'S3RVER' };
  return createS3Bucket(config, { againMs, partBytes: PART });
}

function makeFile(size: number): LocalFile & { bytes: Buffer } {
  const bytes = randomBytes(size);
  const file = path.join(s3.incoming, `large-${size}-${bytes.toString('hex', 0, 4)}`);
  writeFileSync(file, bytes);
  return { path: file, size, bytes, sha256: createHash('sha256').update(bytes).digest('hex') };
}

/** A way to the server that may answer by itself. */
async function startInterposed(answer: (request: IncomingMessage, response: ServerResponse) => boolean) {
  const server = createServer((request, response) => {
    if (answer(request, response)) return;
    const { method, headers, url } = request;
    const onward = httpRequest(s3.endpoint + url, { method, headers }, (from) => {
      response.writeHead(from.statusCode ?? 500, from.headers);
      from.pipe(response);
    });
    request.pipe(onward);
  });
  return listen(server);
}

test('a file that is larger than a part is sent in parts, and is whole afterwards', async () => {
  const bucket = openBucket(s3.endpoint);
  const file = makeFile(2 * PART + 1234);
  const before = s3.requests.length;
  const sent: number[] = [];
  await bucket.upload(file, 'files/in-parts', (bytes) => sent.push(bytes));
  expect(sent).toEqual([PART, PART, 1234]);
  expect(s3.requests.slice(before).map(({ method }) => method)).toEqual(['POST', 'PUT', 'PUT', 'PUT', 'POST', 'HEAD']);
  expect((await buffer(await bucket.get('files/in-parts'))).equals(file.bytes)).toBe(true);
});

test('a file of one part is sent by one request', async () => {
  const bucket = openBucket(s3.endpoint);
  const file = makeFile(PART);
  const before = s3.requests.length;
  await bucket.upload(file, 'files/one-part', () => expect.fail('It is one part.'));
  expect(s3.requests.slice(before).map(({ method }) => method)).toEqual(['PUT']);
  const empty = makeFile(0);
  await bucket.upload(empty, 'files/empty');
  expect(await bucket.head('files/empty')).toMatchObject({ size: 0 });
});

test('only the part that was not answered is sent again', async () => {
  let isBroken = false;
  const way = await startInterposed(({ url = '' }, response) => {
    if (isBroken || !url.includes('partNumber=2')) return false;
    isBroken = true;
    response.destroy();
    return true;
  });
  const before = s3.requests.length;
  const file = makeFile(3 * PART);
  const bucket = openBucket(way.url, [20]);
  await bucket.upload(file, 'files/again');
  const parts = s3.requests.slice(before).flatMap(({ path }) => /partNumber=(\d)/.exec(path)?.[1] ?? []);
  expect([isBroken, parts]).toEqual([true, ['1', '2', '3']]);
  expect((await buffer(await bucket.get('files/again'))).equals(file.bytes)).toBe(true);
  await way.close();
});

test('an upload that fails is given up and leaves nothing under its name', async () => {
  const given: string[] = [];
  const way = await startInterposed(({ method = '', url = '' }, response) => {
    if (method === 'DELETE') given.push(url.replace(/uploadId=\w+/, 'uploadId=ID'));
    if (!url.includes('partNumber=2')) return false;
    response.writeHead(403).end();
    return true;
  });
  const bucket = openBucket(way.url, [20]);
  await expect(bucket.upload(makeFile(2 * PART), 'files/refused')).rejects.toThrow('The file storage refuses the request (HTTP 403)');
  expect(given).toEqual(['/blobs/files/refused?uploadId=ID']);
  expect(await bucket.head('files/refused')).toBeNull();
  await way.close();
});

test('an error that comes with status 200 when parts are joined is an error', async () => {
  const way = await startInterposed(({ method, url = '' }, response) => {
    if (method !== 'POST' || !url.includes('uploadId=')) return false;
    response.writeHead(200).end('<?xml version="1.0"?><Error><Code>InternalError</Code></Error>');
    return true;
  });
  const bucket = openBucket(way.url);
  await expect(bucket.upload(makeFile(2 * PART), 'files/not-joined')).rejects.toThrow('The file storage did not join the parts of a file.');
  expect(await bucket.head('files/not-joined')).toBeNull();
  await way.close();
});
