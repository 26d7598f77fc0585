import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
// @ts-expect-error the package has no types
import S3rver from 's3rver';
import { createBreakableConnection } from '../../testing/breakable-connection.ts';
import type { BlobStore } from '../blob-store.ts';
import { createS3BlobStore } from '../s3-blob-store.ts';

type S3Event = { Records: { eventName: string; s3: { object: { key: string } } }[] };

export type BreakableS3 = {
  store: BlobStore;
  endpoint: string;
  /** The store's folder of blobs under way. */
  incoming: string;
  /** The keys of all PUTs that came to their end, in order. */
  written: readonly string[];
  /** All requests that came, in order: their method, and the path below the bucket with its query. */
  requests: readonly { method: string; path: string }[];
  break: () => void;
  mend: () => void;
  close: () => Promise<void>;
};

/** A blob store in a bucket of its own, whose server can be taken away and brought back. */
export async function startBreakableS3(): Promise<BreakableS3> {
  const folder = mkdtempSync(path.join(tmpdir(), 'countersign-s3-'));
  const incoming = path.join(folder, 'incoming');
  mkdirSync(incoming);
  const server = new S3rver({ port: 0, silent: true, directory: path.join(folder, 'bucket'), configureBuckets: [{ name: 'blobs' }] });
  const written: string[] = [];
  server.on('event', (event: S3Event) => {
    for (const { eventName, s3 } of event.Records) if (eventName.startsWith('ObjectCreated')) written.push(s3.object.key);
  });
  await server.run();
  const requests: BreakableS3['requests'][number][] = [];
  server.httpServer.on('request', ({ method = '', url = '' }: IncomingMessage) => {
    requests.push({ method, path: url.replace(/^\/blobs\/?/, '') });
  });
  const way = await createBreakableConnection(`http://127.0.0.1:${(server.httpServer.address() as AddressInfo).port}`);
  const keys = { accessKey: 'S3RVER', secretKey: 'S3RVER' };
  return {
    store: createS3BlobStore({ kind: 's3', endpoint: way.url, bucket: 'blobs', region: 'us-east-1', ...keys }, incoming),
    endpoint: way.url,
    incoming,
    written,
    requests,
    break: way.break,
    mend: way.mend,
    async close() {
      await way.close();
      await server.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
