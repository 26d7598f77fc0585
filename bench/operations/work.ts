import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { Schema } from '#lib/contract/service/extraction-schema.ts';
import { startBreakableS3 } from '#lib/platform/blobs/testing/breakable-s3.ts';
import { startEmbeddedPostgres } from '#lib/platform/embedded-postgres/embedded-postgres.ts';
import { type Counted, countStatements } from '../product/count-statements.ts';
import { createDeskClient } from '../product/desk-client.ts';
import { listProcesses } from '../product/list-processes.ts';
import { makePdfDocument } from '../product/make-mixed-document.ts';
import { require, runChecks } from '../product/run-checks.ts';
import { findPort, type Product, startProduct, tryKill } from '../product/start-product.ts';

/**
 * npm run bench:work -- [DOCUMENTS] [LINES]: what one document costs the database and the storage. One-page PDFs (default 30) are dropped one
 * after the other with a schema chosen, each when the one before is to review; nobody looks on. First nothing is done for 30 s:
 * what the product runs by itself is told per minute, and is no part of a document. Prints so many
 * (default 25) of the commonest statements. Linux. Needs `npm run build`.
 */
const [count = 30, lines = 25] = process.argv.slice(2).map(Number);
const IDLE_MS = 30_000;
/** What goes on after a document is to review. */
const REST_MS = 3_000;
const SETTLED = new Set(['to_review', 'failed', 'unmapped']);

const folder = mkdtempSync(path.join(tmpdir(), 'countersign-work-'));
const port = await findPort();
const server = await startEmbeddedPostgres({
  rootDir: process.cwd(),
  folder: path.join(folder, 'postgres'),
  password: 'work-password',
  durable: false,
});
const statements = await countStatements(server.url);
const storage = await startBreakableS3();
const desk = createDeskClient(`http://127.0.0.1:${port}`);
// looks past the counter
const own = new pg.Client({ connectionString: server.url });
let product: Product | undefined;
let schemaId = '';
let idle: Counted[] = [];

/** Drops a document and waits until it is to review. */
async function drop(number: number): Promise<void> {
  const items = Array.from({ length: 20 }, (_, row) => `Item ${row + 1} of ${number}, packed and sent   ${row * 3 + 1}.00`);
  const text = [`Invoice number: W-${number}`, 'Invoice date: 2026-03-01', ...items, `Total: ${number}.00 EUR`];
  const { status, body } = await desk.upload<{ id: string }>(`work-${number}.pdf`, Uint8Array.from(await makePdfDocument(text)), schemaId);
  require(status < 300, `The upload was answered ${status}.`);
  for (let state = ''; !SETTLED.has(state); await sleep(25)) {
    const { rows } = await own.query<{ state: string }>('select state from desk.documents where id = $1', [body.id]);
    state = rows[0]?.state ?? '';
    require(state !== 'failed' && state !== 'unmapped', `The document ended ${state}.`);
  }
}

/** How often each statement was run beyond what the product runs in that time anyway; most first. */
function beyondIdle(run: readonly Counted[], ms: number): Counted[] {
  const keyOf = ({ program, text }: Counted) => `${program} ${text}`;
  const rates = new Map(idle.map((one) => [keyOf(one), one.count / IDLE_MS]));
  return run.map((one) => ({ ...one, count: one.count - (rates.get(keyOf(one)) ?? 0) * ms })).toSorted((a, b) => b.count - a.count);
}

const sum = (counted: readonly Counted[]) => counted.reduce((all, one) => all + one.count, 0);

function print(counted: readonly Counted[], per: number): void {
  for (const { program, text, count: times } of counted.slice(0, lines)) {
    console.log(`  ${(times / per).toFixed(1).padStart(7)}  ${program.padEnd(18)} ${text.slice(0, 150)}`);
  }
}

async function prepare(): Promise<void> {
  await own.connect();
  product = await startProduct({
    dataDir: path.join(folder, 'data'),
    port,
    environment: {
      DATABASE_URL: statements.url,
      S3_ENDPOINT: storage.endpoint,
      S3_BUCKET: 'blobs',
      S3_ACCESS_KEY: 'S3RVER',
      S3_SECRET_KEY: 'S3RVER',
    },
  });
  await desk.enter();
  const { body } = await desk.get<{ items: Schema[] }>('/api/schemas');
  const schema = body.items.find(({ name }) => /invoice/i.test(name)) ?? body.items[0];
  require(schema, 'There is no schema.');
  schemaId = schema.id;
  // the first ones compile code and fill caches
  for (const number of [1, 2, 3]) await drop(number);
  await sleep(REST_MS + 12_000);
}

process.on('exit', () => {
  for (const { pid } of listProcesses(folder)) tryKill(pid);
  rmSync(folder, { recursive: true, force: true });
});
await runChecks('work', [
  {
    name: 'what the product does while nobody works with it',
    async run() {
      await prepare();
      statements.reset();
      const before = storage.requests.length;
      await sleep(IDLE_MS);
      idle = statements.list();
      const perMinute = 60_000 / IDLE_MS;
      console.log(
        `idle: ${Math.round(sum(idle) * perMinute)} statements a minute, ${(storage.requests.length - before) * perMinute} requests to S3`,
      );
      print(
        idle.toSorted((a, b) => b.count - a.count),
        1 / perMinute,
      );
    },
  },
  {
    name: `what each of ${count} documents costs`,
    async run() {
      statements.reset();
      const before = storage.requests.length;
      const began = performance.now();
      for (let number = 0; number < count; number += 1) await drop(1000 + number);
      const took = (performance.now() - began) / count;
      await sleep(REST_MS);
      const of = beyondIdle(statements.list(), performance.now() - began);
      const begun = of.filter(({ text }) => /^begin\b/i.test(text));
      const framing = of.filter(({ text }) => /^(begin|commit|rollback)\b/i.test(text));
      console.log(
        `a document: ${(sum(of) / count).toFixed(1)} statements, ${(sum(framing) / count).toFixed(1)} of them begin and commit; ${(sum(begun) / count).toFixed(1)} transactions; ${Math.round(took)} ms`,
      );
      print(of, count);
      const trips = storage.requests.slice(before).map(({ method, path: key }) => nameTrip(method, key));
      console.log(`a document: ${(trips.length / count).toFixed(1)} requests to S3`);
      for (const name of new Set(trips))
        console.log(`  ${(trips.filter((one) => one === name).length / count).toFixed(1).padStart(7)}  ${name}`);
    },
  },
  {
    name: 'everything ends',
    async run() {
      await own.end();
      await product?.stop();
      await statements.close();
      await storage.close();
      await server.stop();
    },
  },
]);

/** A request by its method and the place of its key, without what differs from document to document. */
function nameTrip(method: string, key: string): string {
  if (key.startsWith('?') || key === '')
    return `LIST ${new URLSearchParams(key.slice(1)).get('prefix')?.replaceAll(/[0-9a-f]{64}/g, '…') ?? ''}`;
  return `${method} ${key.replaceAll(/[0-9a-f]{64}/g, '…')}`;
}
