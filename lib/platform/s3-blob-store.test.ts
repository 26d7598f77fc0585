import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import type { AddressInfo, Server } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
// @ts-expect-error the package has no types
import S3rver from 's3rver';
import { afterAll, beforeAll } from 'vitest';
import { createS3BlobStore } from './s3-blob-store.ts';
import { describeBlobStore } from './testing/blob-store-contract.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'countersign-s3-'));
const incoming = path.join(folder, 'incoming');
const server = new S3rver({ port: 0, silent: true, directory: path.join(folder, 'bucket'), configureBuckets: [{ name: 'blobs' }] });
let endpoint = '';

beforeAll(async () => {
  mkdirSync(incoming);
  const http: Server = await server.run();
  endpoint = `http://127.0.0.1:${((http as unknown as AddressInfo).port ?? (server.httpServer?.address() as AddressInfo)?.port) as number}`;
});
afterAll(async () => {
  await server.close();
  rmSync(folder, { recursive: true, force: true });
});

describeBlobStore('S3', () => ({
  store: createS3BlobStore(
    { kind: 's3', endpoint, bucket: 'blobs', region: 'us-east-1', accessKey: 'S3RVER', secretKey: 'S3RVER' },
    incoming,
  ),
  incoming,
}));
