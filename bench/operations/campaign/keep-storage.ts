import { mkdirSync } from 'node:fs';
import type { NetConnectOpts } from 'node:net';
import path from 'node:path';
import { findPort } from '../../product/start-product.ts';
import { type Kept, keepProcess } from './keep-process.ts';

export type KeptStorage = Kept & { target: NetConnectOpts; url: string; bucket: string; accessKey: string; secretKey: string };

const BUCKET = 'blobs';
/** The keys that s3rver takes. */
const KEY = 'S3RVER';

/**
 * An S3 server in a process of its own: s3rver, or the versitygw that `CAMPAIGN_VERSITYGW` names. s3rver writes objects in place, so one
 * that is killed may have half of an object that it never acknowledged; it is paused, but not killed.
 */
export async function keepStorage(folder: string, log: string): Promise<KeptStorage> {
  const port = await findPort();
  const gateway = process.env.CAMPAIGN_VERSITYGW;
  const buckets = path.join(folder, 'buckets');
  const metadata = path.join(folder, 'metadata');
  for (const one of [path.join(buckets, BUCKET), metadata]) mkdirSync(one, { recursive: true });
  const url = `http://127.0.0.1:${port}`;
  const common = { name: 'storage', log, readyUrl: gateway ? `${url}/health` : url };
  const kept = gateway
    ? keepProcess({
        ...common,
        command: gateway,
        args: ['--port', `127.0.0.1:${port}`, '--health', '/health', 'posix', '--sidecar', metadata, buckets],
        environment: { ...process.env, ROOT_ACCESS_KEY: KEY, ROOT_SECRET_KEY: KEY },
      })
    : keepProcess({
        ...common,
        command: process.execPath,
        args: [
          'node_modules/s3rver/bin/s3rver.js',
          '-d',
          buckets,
          '-a',
          '127.0.0.1',
          '-p',
          String(port),
          '-s',
          '--configure-bucket',
          BUCKET,
        ],
        environment: process.env,
      });
  return { ...kept, url, target: { host: '127.0.0.1', port }, bucket: BUCKET, accessKey: KEY, secretKey: KEY };
}

/** Whether the S3 server may be killed, too: see `keepStorage`. */
export const STORAGE_IS_ATOMIC = process.env.CAMPAIGN_VERSITYGW !== undefined;
