// npm run walk:stranger -- [ONE …]: how many requests fifty documents cost at a remote deployment, and how long they take. Two worker
// programs and the one that submits share a database; the stand-in is a program of its own and indexes for 20 s. Without a name all
// variants run one after the other (about 15 minutes, mostly waiting). Ends with 1 when one takes more than 300 requests.
import { type ChildProcess, spawn } from 'node:child_process';
import { tmpdir } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { eq } from 'drizzle-orm';
import type { Control } from '#lib/deployment/stand-in/faults.ts';
import { deployments } from '#lib/desk/deployments/tables.ts';
import { documents } from '#lib/desk/documents/tables.ts';
import { saveSchema } from '#lib/desk/schemas/operations/save-schema.ts';
import { type SpawnedStandIn, spawnStandIn } from '#lib/desk/testing/spawn-stand-in.ts';
import { ACTOR, startTestDesk, type TestDesk } from '#lib/desk/testing/start-test-desk.ts';
import { startTestServer } from '#lib/platform/database/testing/test-server.ts';

const DOCUMENTS = 50;
const MOST_REQUESTS = 300;
const WORKERS = 2;
/** As many as a browser sends at a time. */
const UPLOADS = 3;
const LIMIT_MS = 20 * 60_000;

type Variant = { control: Control; requestsPerMinute?: number };
const VARIANTS: Record<string, Variant> = {
  'quick-jobs': { control: { index_ms: 20_000, job_ms: 500 } },
  'slow-jobs': { control: { index_ms: 20_000, job_ms: 20_000 } },
  'limit-told': { control: { index_ms: 20_000, job_ms: 20_000, limit_per_minute: 60 }, requestsPerMinute: 60 },
  'limit-unknown': { control: { index_ms: 20_000, job_ms: 20_000, limit_per_minute: 60 } },
};

const named = process.argv.slice(2);
const unknown = named.filter((name) => !VARIANTS[name]);
if (unknown.length > 0) throw new Error(`There is no ${unknown.join(', ')}. Name some of: ${Object.keys(VARIANTS).join(', ')}.`);

const stopServer = await startTestServer({ rootDir: process.cwd(), top: tmpdir() });
try {
  for (const [name, variant] of Object.entries(VARIANTS)) if (named.length === 0 || named.includes(name)) await walk(name, variant);
} finally {
  await stopServer();
}

async function walk(name: string, { control, requestsPerMinute }: Variant): Promise<void> {
  const standIn = await spawnStandIn(control);
  const t = await startTestDesk({ deployment: standIn });
  const workers = await Promise.all(Array.from({ length: WORKERS }, () => startWorker(t, standIn)));
  try {
    if (requestsPerMinute !== undefined)
      await t.desk.database.update(deployments).set({ requestsPerMinute }).where(eq(deployments.fromEnvironment, true));
    const beganAt = Date.now();
    const submitting = submitAll(t);
    const seconds = await waitForAll(t);
    await submitting;
    report(name, { seconds, altogether: (Date.now() - beganAt) / 1_000, ...(await standIn.state()) });
  } finally {
    await Promise.all(workers.map(stopWorker));
    await t.close();
    await standIn.close();
  }
}

/** Starts a worker program and waits until it takes jobs. */
async function startWorker(t: TestDesk, standIn: SpawnedStandIn): Promise<ChildProcess> {
  const worker = spawn(process.execPath, ['dist/desk-worker.mjs'], {
    // as the launcher starts it
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    env: {
      ...process.env,
      COUNTERSIGN_ROOT: process.cwd(),
      COUNTERSIGN_DATA_DIR: t.folder,
      COUNTERSIGN_SERVICE_URL: standIn.url,
      COUNTERSIGN_SERVICE_KEY: standIn.key,
      COUNTERSIGN_READING_PROCESSES: '1',
      COUNTERSIGN_LOG_LEVEL: 'warn',
      DATABASE_URL: t.databaseUrl,
    },
  });
  await new Promise<void>((resolve, reject) => {
    worker.once('exit', (code) => reject(new Error(`A worker ended with code ${code}.`)));
    worker.once('message', () => resolve());
  });
  worker.removeAllListeners('exit');
  return worker;
}

async function stopWorker(worker: ChildProcess): Promise<void> {
  if (worker.exitCode !== null) return;
  const ended = new Promise((resolve) => worker.once('exit', resolve));
  worker.send('stop');
  await ended;
}

/** As a person does who drops them all at once. */
async function submitAll(t: TestDesk): Promise<void> {
  const fields = [{ name: 'invoice_number', type: 'string' as const, label: 'Invoice number', description: '', required: false }];
  const { id: schemaId } = await saveSchema(t.desk, ACTOR, { name: 'Small invoice', description: '', fields, rules: [] });
  let next = 0;
  const upload = async () => {
    while (next < DOCUMENTS) {
      next += 1;
      await t.drop(`Invoice number: INV-${next}\n`, { name: `invoice-${next}.txt`, schemaId });
    }
  };
  await Promise.all(Array.from({ length: UPLOADS }, upload));
}

/** Waits until all are ready for review. @returns seconds that each took */
async function waitForAll(t: TestDesk): Promise<number[]> {
  const seconds = new Map<string, number>();
  for (const end = Date.now() + LIMIT_MS; seconds.size < DOCUMENTS; await sleep(250)) {
    const rows = await t.desk.database.select().from(documents);
    for (const { id, state, failure, createdAt } of rows) {
      if (state === 'failed') throw new Error(`A document failed: ${failure?.message}`);
      if (state === 'to_review' && !seconds.has(id)) seconds.set(id, (Date.now() - createdAt.getTime()) / 1_000);
    }
    if (Date.now() > end) throw new Error(`After ${LIMIT_MS / 60_000} minutes ${seconds.size} documents are ready.`);
  }
  return [...seconds.values()].sort((one, other) => one - other);
}

type Seen = { seconds: number[]; altogether: number } & Awaited<ReturnType<SpawnedStandIn['state']>>;

function report(name: string, { seconds, altogether, requests, log, peak }: Seen): void {
  const isRight = log.length <= MOST_REQUESTS;
  if (!isRight) process.exitCode = 1;
  const refused = log.filter(({ status }) => status === 429).length;
  console.log(`${isRight ? 'ok  ' : 'FAIL'} ${name}: ${log.length} requests for ${DOCUMENTS} documents`);
  for (const [kind, count] of Object.entries(requests)) console.log(`       ${String(count).padStart(4)}  ${kind}`);
  console.log(`       most in 10 s: ${peak} · answered 429: ${refused}`);
  const median = seconds[Math.floor(seconds.length / 2)] ?? 0;
  console.log(`       ${median.toFixed(1)} s a document (median), ${altogether.toFixed(1)} s altogether`);
}
