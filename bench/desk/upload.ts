import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { DeskDocument } from '#lib/contract/desk/desk-document.ts';
import { createDeskClient } from '../product/desk-client.ts';
import { listProcesses, peakMemory } from '../product/list-processes.ts';
import { type Check, require, runChecks } from '../product/run-checks.ts';
import { multipart, sendSlowly } from '../product/send-slowly.ts';
import { type Sent, sendStream } from '../product/send-stream.ts';
import { findPort, type Product, startProduct } from '../product/start-product.ts';

/**
 * npm run bench:upload -- [MEGABYTES] [SECONDS]: uploads of 11 MB and of MEGABYTES (default 1024) through the built app, by
 * the desk's route and by the service's, with the peak memory of each program, and one that takes SECONDS (default 330,
 * more than Node's limit of 300 for a request). Linux. Needs `npm run build`.
 */
const KEY = 'upload-key-0123456789abcdef';
const MB = 1024 * 1024;
const large = Number(process.argv[2] ?? 1024) * MB;
const slowSeconds = Number(process.argv[3] ?? 330);
const dataDir = path.join(mkdtempSync(path.join(tmpdir(), 'countersign-upload-')), 'data');
const port = await findPort();
const url = `http://127.0.0.1:${port}`;
const bearer = { authorization: `Bearer ${KEY}` };
const desk = createDeskClient(url);
let product: Product;
let cookieHeader = '';

function showMemory(when: string): void {
  const programs = ['web', 'service', 'service-worker', 'desk-worker'].map((name) => {
    const found = listProcesses(dataDir).find(({ command }) => command.includes(`dist/${name}.mjs`));
    return `${name} ${found ? peakMemory(found.pid) : '?'} MB`;
  });
  console.log(`        peak memory ${when}: ${programs.join(', ')}`);
}

function requireStored(sent: Sent, size: number): void {
  const document = JSON.parse(sent.text) as { sha256: string; size: number };
  require(sent.status === 201, `It answered ${sent.status}: ${sent.text.slice(0, 300)}`);
  require(document.size === size && document.sha256 === sent.sha256, 'The bytes that were stored are not those that were sent.');
  console.log(`        ${Math.round(size / MB)} MB in ${sent.seconds.toFixed(1)} s, SHA-256 compared`);
}

async function removeAll(): Promise<void> {
  const { body } = await desk.get<{ items: DeskDocument[] }>('/api/documents?page_size=200');
  for (const { id } of body.items)
    await fetch(`${url}/api/documents/${id}`, { method: 'DELETE', headers: { cookie: cookieHeader, origin: url } });
}

const throughDesk = (size: number): Check => ({
  name: `${Math.round(size / MB)} MB by the desk's upload route`,
  limitMs: 900_000,
  async run() {
    const headers = { cookie: cookieHeader, origin: url, 'content-type': 'application/pdf' };
    requireStored(await sendStream(`${url}/api/documents?name=large.pdf`, headers, size), size);
    showMemory('so far');
    await removeAll();
  },
});

const throughService = (size: number): Check => ({
  name: `${Math.round(size / MB)} MB by POST /v1/documents on the desk's address`,
  limitMs: 900_000,
  async run() {
    const boundary = '----countersign-upload';
    const before = Buffer.from(
      `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="large.pdf"\r\ncontent-type: application/pdf\r\n\r\n`,
    );
    const after = Buffer.from(`\r\n--${boundary}--\r\n`);
    const headers = { ...bearer, 'content-type': `multipart/form-data; boundary=${boundary}` };
    const sent = await sendStream(`${url}/v1/documents`, headers, size, { before, after });
    requireStored(sent, size);
    showMemory('so far');
    const { id } = JSON.parse(sent.text) as { id: string };
    await fetch(`${url}/v1/documents/${id}`, { method: 'DELETE', headers: bearer });
  },
});

process.on('exit', () => {
  for (const { pid } of listProcesses(dataDir)) process.kill(pid, 'SIGKILL');
  rmSync(path.dirname(dataDir), { recursive: true, force: true });
});
await runChecks('upload', [
  {
    name: 'the product starts',
    async run() {
      product = await startProduct({ dataDir, port, environment: { COUNTERSIGN_API_KEY: KEY } });
      await desk.enter();
      cookieHeader = desk.cookie();
      await desk.get('/api/documents');
      showMemory('at rest');
    },
  },
  throughDesk(11 * MB),
  throughService(11 * MB),
  throughService(large),
  throughDesk(large),
  {
    name: `an upload that takes ${slowSeconds} s`,
    limitMs: (slowSeconds + 120) * 1000,
    async run() {
      const body = multipart('slow.txt', Buffer.from('slowly\n'.repeat(20_000)), slowSeconds * 2);
      const answer = await sendSlowly(`${url}/v1/documents`, { ...body.headers, ...bearer }, body.pieces, slowSeconds * 1000);
      require(answer.status === 201, `It answered ${answer.status}: ${answer.text.slice(0, 300)}`);
    },
  },
  { name: 'the product stops', run: async () => void (await product.stop()) },
]);
