import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { listProcesses, residentMemory } from '../product/list-processes.ts';
import { makeMixedDocument } from '../product/make-mixed-document.ts';
import { createServiceClient } from '../product/service-client.ts';
import { findPort, startProduct } from '../product/start-product.ts';

/**
 * npm run bench:memory -- [COUNT]: sends COUNT (default 1000) documents of all kinds, each different, through the built
 * product on a data folder of its own and prints the resident memory of its programs over time. It is flat when the last
 * quarter needs no more than the second. Linux. Needs `npm run build`.
 */
const KEY = 'memory-key-0123456789abcdef';
const count = Number(process.argv[2] ?? 1000);
const AT_A_TIME = 4;
const EVERY = Math.max(1, Math.round(count / 20));
const LONGEST_MS = 180_000;
/** Growth, in percent, that counts as flat: what a run differs from the next. */
const FLAT = 10;

const dataDir = path.join(mkdtempSync(path.join(tmpdir(), 'countersign-memory-')), 'data');
const product = await startProduct({ dataDir, port: await findPort(), environment: { COUNTERSIGN_API_KEY: KEY } });
const service = createServiceClient(product.url, KEY);
const totals: number[] = [];
const ends = new Map<string, number>();

function programOf(command: string): string {
  const name = /dist\/([\w-]+)\.mjs/.exec(command)?.[1];
  return name ?? (command.includes('postgres') ? 'database' : 'other');
}

function sample(done: number): void {
  const programs = new Map<string, number>();
  for (const { pid, command } of listProcesses(dataDir)) {
    const name = programOf(command);
    programs.set(name, (programs.get(name) ?? 0) + residentMemory(pid));
  }
  // readers come and go and have a limit of their own: what may grow are the programs that stay
  const staying = [...programs].filter(([name]) => name !== 'reading-child' && name !== 'database');
  totals.push(staying.reduce((sum, [, mb]) => sum + mb, 0));
  console.log(
    `${String(done).padStart(5)} documents: ${totals.at(-1)} MB in programs that stay; ${[...programs].map(([name, mb]) => `${name} ${mb}`).join(', ')}`,
  );
}

async function sendOne(index: number): Promise<void> {
  const { name, bytes } = await makeMixedDocument(index);
  const { status, body } = await service.upload(name, bytes);
  if (status !== 201) throw new Error(`Document ${name} was answered ${status}: ${JSON.stringify(body).slice(0, 300)}`);
  for (const until = Date.now() + LONGEST_MS; Date.now() < until; await sleep(250)) {
    const answer = await service.get<{ status: string }>(`/v1/documents/${body.id}`);
    if (answer.body.status !== 'completed' && answer.body.status !== 'failed') continue;
    ends.set(answer.body.status, (ends.get(answer.body.status) ?? 0) + 1);
    return;
  }
  ends.set('not settled', (ends.get('not settled') ?? 0) + 1);
}

const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);

try {
  sample(0);
  let next = 0;
  let done = 0;
  const lane = async () => {
    while (next < count) {
      await sendOne(next++);
      done++;
      if (done % EVERY === 0) sample(done);
    }
  };
  await Promise.all(Array.from({ length: AT_A_TIME }, lane));
  const quarter = Math.floor(totals.length / 4);
  const [second, last] = [mean(totals.slice(quarter, 2 * quarter)), mean(totals.slice(-quarter))];
  const growth = (last / second - 1) * 100;
  console.log([...ends].map(([end, number]) => `${end}: ${number}`).join(', '));
  console.log(
    `${growth <= FLAT ? 'flat' : 'GROWS'}: ${Math.round(second)} MB in the second quarter, ${Math.round(last)} MB in the last (${growth.toFixed(1)} %)`,
  );
  if (growth > FLAT) process.exitCode = 1;
} finally {
  await product.stop();
  await product.killAll();
  rmSync(path.dirname(dataDir), { recursive: true, force: true });
}
