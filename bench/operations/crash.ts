import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Schema } from '#lib/contract/service/extraction-schema.ts';
import { createDeskClient } from '../product/desk-client.ts';
import { listProcesses } from '../product/list-processes.ts';
import { LedgerError } from '../product/repeat-until.ts';
import { require, runChecks } from '../product/run-checks.ts';
import { createServiceClient } from '../product/service-client.ts';
import { findPort, type Product, spawnProduct, startProduct, tryKill } from '../product/start-product.ts';
import { findLosses, waitUntilSettled } from '../product/verify-ledger.ts';
import { createLedger, work } from '../product/work-at-desk.ts';

/**
 * npm run crash -- [N]: kills every process of the product, the database too, at N random moments (default 30) while files
 * are dropped, values corrected, documents approved and jobs run; some kills hit the start. Afterwards nothing that was
 * acknowledged may be missing, and nothing may be stuck. Linux. Needs `npm run build`.
 */
const KEY = 'crash-key-0123456789abcdef';
const SETTLE_MS = 900_000;
const rounds = Number(process.argv[2] ?? 30);
const dataDir = path.join(mkdtempSync(path.join(tmpdir(), 'countersign-crash-')), 'data');
const port = await findPort();
const options = { dataDir, port, environment: { COUNTERSIGN_API_KEY: KEY, COUNTERSIGN_PROCESSING_WINDOW_SECONDS: '7200' } };
const ledger = createLedger();
const desk = createDeskClient(`http://127.0.0.1:${port}`);
const service = createServiceClient(`http://127.0.0.1:${port}`, KEY);

async function findSchema(): Promise<string> {
  const { body } = await desk.get<{ items: Schema[] }>('/api/schemas');
  const schema = body.items.find(({ name }) => /invoice/i.test(name)) ?? body.items[0];
  if (!schema) throw new Error('There is no schema.');
  return schema.id;
}

async function prepareService(): Promise<void> {
  const draft = { name: 'Crash', fields: [{ name: 'invoice_number', type: 'string' }] };
  const { status, body } = await service.post<{ id: string }>('/v1/schemas', draft);
  require(status === 201, `POST /v1/schemas answered ${status}`);
  service.schemaId = body.id;
}

/** Until some of everything was acknowledged since the start, so that the kill meets all of it; on a slow machine not for ever. */
async function waitForWork(): Promise<void> {
  const before = { ...ledger.counts };
  const until = Date.now() + 120_000;
  const kinds = ['uploads', 'actions', 'approvals', 'jobs'] as const;
  while (Date.now() < until && !kinds.every((kind) => ledger.counts[kind] > before[kind])) await sleep(50);
}

async function crashOnce(round: number): Promise<void> {
  if (round % 6 === 5) {
    // in the middle of starting
    const starting = spawnProduct(options);
    await sleep(100 + Math.random() * 2500);
    await starting.killAll();
  }
  const product = await startProduct(options);
  await desk.enter();
  const schemaId = await findSchema();
  if (service.schemaId === '') await prepareService();
  const over = new AbortController();
  const working = work(desk, service, schemaId, ledger, over.signal);
  await waitForWork();
  await sleep(Math.random() * 1500);
  await product.killAll();
  over.abort();
  await working;
  const { uploads, actions, approvals, jobs } = ledger.counts;
  console.log(
    `kill ${round + 1} of ${rounds}: acknowledged so far ${uploads} uploads, ${actions} actions, ${approvals} approvals, ${jobs} jobs`,
  );
}

let last: Product | undefined;
process.on('exit', () => {
  for (const { pid } of listProcesses(dataDir)) tryKill(pid);
  rmSync(path.dirname(dataDir), { recursive: true, force: true });
});
await runChecks('crash', [
  {
    name: `the product starts again after each of ${rounds} kills`,
    limitMs: rounds * 600_000,
    async run() {
      for (let round = 0; round < rounds; round += 1) await crashOnce(round);
      const { uploads, actions, approvals, jobs } = ledger.counts;
      require(uploads > rounds && actions > 0 && approvals > 0 && jobs > 0, 'Too little was done between the kills to prove anything.');
    },
  },
  {
    name: 'nothing is stuck',
    limitMs: SETTLE_MS + 600_000,
    async run() {
      last = await startProduct(options);
      await desk.enter();
      const stuck = await waitUntilSettled(desk, service, ledger, SETTLE_MS);
      require(stuck.length === 0, `${stuck.length} are stuck:\n${stuck.slice(0, 10).join('\n')}`);
    },
  },
  {
    name: 'no acknowledged upload, action, approval or job is lost',
    limitMs: 900_000,
    async run() {
      const losses = await findLosses(desk, service, ledger);
      require(losses.length === 0, `${losses.length} losses:\n${losses.slice(0, 10).join('\n')}`);
    },
  },
  {
    name: 'it stops in good order and leaves no process',
    async run() {
      await last?.stop();
      for (const until = Date.now() + 120_000; listProcesses(dataDir).length > 0; await sleep(100))
        require(Date.now() < until, 'Processes are left.');
    },
  },
]).catch((error) => {
  console.error(error instanceof LedgerError ? error.message : error);
  process.exit(1);
});
