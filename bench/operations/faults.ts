import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Schema } from '#lib/contract/service/extraction-schema.ts';
import { startBreakableS3 } from '#lib/platform/blobs/testing/breakable-s3.ts';
import { startEmbeddedPostgres } from '#lib/platform/embedded-postgres/embedded-postgres.ts';
import { createBreakableConnection } from '#lib/platform/testing/breakable-connection.ts';
import { createDeskClient } from '../product/desk-client.ts';
import { listProcesses } from '../product/list-processes.ts';
import { LedgerError } from '../product/repeat-until.ts';
import { require, runChecks } from '../product/run-checks.ts';
import { createServiceClient } from '../product/service-client.ts';
import { findPort, type Product, startProduct, tryKill } from '../product/start-product.ts';
import { findLosses, waitUntilSettled } from '../product/verify-ledger.ts';
import { createLedger, work } from '../product/work-at-desk.ts';

/**
 * npm run faults -- [SECONDS] [ROUNDS]: takes the storage (S3) and then the database away from the running product for so long
 * (default 30 s), in each round (default 2), while files are dropped, values corrected, documents approved and jobs run.
 * Afterwards nothing that was acknowledged may be missing, nothing may have failed, and nothing may be stuck. Linux. Needs
 * `npm run build`.
 */
const KEY = 'faults-key-0123456789abcdef';
const SETTLE_MS = 900_000;
const MOST_LINES_A_SECOND = 2;
const [secondsAway = 30, rounds = 2] = process.argv.slice(2).map(Number);

const folder = mkdtempSync(path.join(tmpdir(), 'countersign-faults-'));
const dataDir = path.join(folder, 'data');
const port = await findPort();
const server = await startEmbeddedPostgres({
  rootDir: process.cwd(),
  folder: path.join(folder, 'postgres'),
  password: 'faults-password',
  durable: false,
});
const database = await createBreakableConnection(server.url);
const storage = await startBreakableS3();
const ledger = createLedger();
const desk = createDeskClient(`http://127.0.0.1:${port}`);
const service = createServiceClient(`http://127.0.0.1:${port}`, KEY);
let product: Product | undefined;

async function prepare(): Promise<string> {
  product = await startProduct({
    dataDir,
    port,
    environment: {
      DATABASE_URL: database.url,
      S3_ENDPOINT: storage.endpoint,
      S3_BUCKET: 'blobs',
      S3_ACCESS_KEY: 'S3RVER',
      S3_SECRET_KEY: 'S3RVER',
      COUNTERSIGN_API_KEY: KEY,
    },
  });
  await desk.enter();
  const draft = { name: 'Faults', fields: [{ name: 'invoice_number', type: 'string' }] };
  const made = await service.post<{ id: string }>('/v1/schemas', draft);
  require(made.status === 201, `POST /v1/schemas answered ${made.status}`);
  service.schemaId = made.body.id;
  const { body } = await desk.get<{ items: Schema[] }>('/api/schemas');
  const schema = body.items.find(({ name }) => /invoice/i.test(name)) ?? body.items[0];
  require(schema, 'There is no schema.');
  return schema.id;
}

/** Until some of everything was acknowledged since the start; on a slow machine not for ever. */
async function waitForWork(): Promise<void> {
  const before = { ...ledger.counts };
  const kinds = ['uploads', 'actions', 'approvals', 'jobs'] as const;
  for (const until = Date.now() + 120_000; Date.now() < until && !kinds.every((kind) => ledger.counts[kind] > before[kind]); )
    await sleep(50);
}

async function takeAway(name: 'storage' | 'database', schemaId: string): Promise<void> {
  const way = name === 'storage' ? storage : database;
  const over = new AbortController();
  const working = work(desk, service, schemaId, ledger, over.signal);
  await waitForWork();
  const printed = product?.output().split('\n').length ?? 0;
  way.break();
  await sleep((secondsAway * 1000) / 2);
  const answers = [
    await desk.upload<{ code: string; extra?: { dependency?: string } }>('away.txt', Buffer.from(`away ${Math.random()}`), schemaId),
    await service.upload('away.txt', Buffer.from(`away ${Math.random()}`)),
  ];
  await sleep((secondsAway * 1000) / 2);
  const told = (product?.output() ?? '').split('\n').slice(printed);
  const lines = told.length;
  way.mend();
  await waitForWork();
  over.abort();
  await working;
  const { uploads, actions, approvals, jobs } = ledger.counts;
  console.log(
    `${name} away for ${secondsAway} s, ${lines} lines in the log; acknowledged so far ${uploads} uploads, ${actions} actions, ${approvals} approvals, ${jobs} jobs`,
  );
  const said = answers.map(({ status, body }) => `${status} ${JSON.stringify(body)}`);
  for (const one of said)
    require(one.startsWith('503 ') && one.includes(`"dependency":"${name}"`), `With the ${name} away it answers ${one}`);
  require(lines <= secondsAway * MOST_LINES_A_SECOND, `${lines} lines in ${secondsAway} s are too many:\n${commonest(told)}`);
}

/** What stands most often in the lines of a log, its figures and ids left out, with how often. */
function commonest(lines: readonly string[]): string {
  const counts = new Map<string, number>();
  for (const line of lines) {
    const words = line.replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}|\d+/g, '#').slice(0, 300);
    counts.set(words, (counts.get(words) ?? 0) + 1);
  }
  const most = [...counts].sort(([, a], [, b]) => b - a).slice(0, 8);
  return most.map(([words, count]) => `${count} × ${words}`).join('\n');
}

process.on('exit', () => {
  for (const { pid } of listProcesses(dataDir)) tryKill(pid);
  rmSync(folder, { recursive: true, force: true });
});
await runChecks('faults', [
  {
    name: `storage and database away for ${secondsAway} s, ${rounds} times each, are answered with 503 and told in few lines`,
    limitMs: rounds * 900_000,
    async run() {
      const schemaId = await prepare();
      for (let round = 0; round < rounds; round += 1) {
        await takeAway('storage', schemaId);
        await takeAway('database', schemaId);
      }
    },
  },
  {
    name: 'nothing is stuck',
    limitMs: SETTLE_MS + 600_000,
    async run() {
      const stuck = await waitUntilSettled(desk, service, ledger, SETTLE_MS);
      require(stuck.length === 0, `${stuck.length} are stuck:\n${stuck.slice(0, 10).join('\n')}`);
    },
  },
  {
    name: 'nothing failed, and no acknowledged upload, action, approval or job is lost',
    limitMs: 900_000,
    async run() {
      const losses = await findLosses(desk, service, ledger);
      require(losses.length === 0, `${losses.length} losses:\n${losses.slice(0, 10).join('\n')}`);
      await product?.stop();
      await database.close();
      await storage.close();
      await server.stop();
    },
  },
]).catch((error) => {
  console.error(error instanceof LedgerError ? error.message : error);
  process.exit(1);
});
